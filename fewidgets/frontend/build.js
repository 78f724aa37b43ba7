// Bundles the renderer into ../static/renderer.js: one ES module, styles inside, checked in and compared in CI.
import { readFile } from "node:fs/promises";
import { build, transform } from "esbuild";

/** Styles as text, without what only people read. */
const styles = {
  name: "styles",
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const { code } = await transform(await readFile(path, "utf8"), { loader: "css", minify: true });
      return { contents: code.trim(), loader: "text" };
    }),
};

await build({
  entryPoints: ["src/index.js"],
  outfile: "../static/renderer.js",
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  charset: "utf8",
  legalComments: "none",
  // Names that never leave the renderer: no scene, model or page knows them.
  mangleProps:
    /^(adopt|alive|band|busy|center|constant|emphasise|filling|flush|fraction|heightFor|index|later|layout|located|margins|refuse|roving|soon|subscribe|tell|thick|tool|unsent|update)$/,
  plugins: [styles],
});
