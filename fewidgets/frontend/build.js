// Bundles the renderer into ../static/renderer.js, and what it loads later into ../static/words.js and predictions.js: ES modules, styles inside,
// checked in and compared in CI.
import { readFile } from "node:fs/promises";
import { build, transform } from "esbuild";

/** Import CSS as minified text. */
const styles = {
  name: "styles",
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const { code } = await transform(await readFile(path, "utf8"), { loader: "css", minify: true });
      return { contents: code.trim(), loader: "text" };
    }),
};

await build({
  entryPoints: { renderer: "src/index.js", words: "src/words.js", predictions: "src/predictions.js" },
  outdir: "../static",
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  charset: "utf8",
  legalComments: "none",
  plugins: [styles],
});
