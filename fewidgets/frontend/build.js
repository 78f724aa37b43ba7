// Bundles the renderer into ../static/renderer.js, and what it loads later into ../static/words.js, present.js, predictions.js and marks.js:
// ES modules, styles inside, checked in and compared in CI.
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
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

/** Take what src/kit.js names from the renderer, which gives it to the function around a module. */
const shared = {
  name: "shared",
  async setup({ onLoad }) {
    const lines = (await readFile("src/kit.js", "utf8")).matchAll(/export \{(.*)\} from "\.\/(.*)";/g);
    const kit = new Map([...lines].map(([, names, file]) => [resolve("src", file), names]));
    onLoad({ filter: /\.js$/ }, ({ path }) => (kit.has(path) ? { contents: `export const {${kit.get(path)}} = kit;` } : undefined));
  },
};

const common = {
  outdir: "../static",
  bundle: true,
  minify: true,
  target: "es2022",
  charset: "utf8",
  legalComments: "none",
};

await build({
  ...common,
  entryPoints: { renderer: "src/index.js", words: "src/words.js", present: "src/present.js", classpage: "src/classpage/page.js" },
  format: "esm",
  plugins: [styles],
});
for (const name of ["marks", "predictions"])
  await build({
    ...common,
    entryPoints: { [name]: `src/${name}.js` },
    format: "iife",
    globalName: "later",
    banner: { js: `function ${name}(kit){` },
    footer: { js: `return later}export{${name}};` },
    plugins: [styles, shared],
  });
