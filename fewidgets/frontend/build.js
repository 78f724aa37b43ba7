// Bundles the renderer into ../static/renderer.js: one ES module, styles inside, checked in and compared in CI.
import { build } from "esbuild";

await build({
  entryPoints: ["src/index.js"],
  outfile: "../static/renderer.js",
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2021",
  charset: "utf8",
  legalComments: "none",
  loader: { ".css": "text" },
});
