// Bundles the renderer into ../static/renderer.js, and what it loads later into ../static/words.js, present.js, predictions.js, marks.js and
// answers.js:
// ES modules, styles inside, checked in and compared in CI.
import { readFile, writeFile } from "node:fs/promises";
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

/** Take what src/kit.js names from the renderer, which gives it to the function around a module that it loads later. */
const shared = {
  name: "shared",
  async setup({ onLoad }) {
    const lines = (await readFile("src/kit.js", "utf8")).matchAll(/export \{(.*)\} from "\.\/(.*)";/g);
    const kit = new Map([...lines].map(([, names, file]) => [resolve("src", file), names]));
    // The bundle keeps a name that it uses, because a pure call whose result is not used goes.
    const taken = (names) => names.split(/, */).map((name) => `export const ${name} = /* @__PURE__ */ (() => kit.${name})();`).join("");
    onLoad({ filter: /\.js$/ }, ({ path }) => (kit.has(path) ? { contents: taken(kit.get(path)) } : undefined));
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
  entryPoints: { renderer: "src/index.js", classpage: "src/classpage/page.js" },
  format: "esm",
  plugins: [styles],
});

// A module that the renderer calls with what it shares: a function that returns what the source exports.
for (const name of ["words", "present", "predictions", "marks", "answers"]) {
  const { outputFiles } = await build({ ...common, entryPoints: [`src/${name}.js`], format: "esm", plugins: [styles, shared], write: false });
  const inside = outputFiles[0].text.trim().replace(/export\{([^{}]*)\};$/, (_, names) => `return{${names.replace(/(\w+) as (\w+)/g, "$2:$1")}}`);
  await writeFile(`../static/${name}.js`, `function ${name}(kit){${inside}}export{${name}};\n`);
}
