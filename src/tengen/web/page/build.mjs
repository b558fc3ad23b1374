// Bundles the page into ../static: one script, one style sheet, index.html, its icon, and the licences of what is in it.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const OUTPUT = "../static";

rmSync(OUTPUT, { recursive: true, force: true });
mkdirSync(OUTPUT, { recursive: true });
const { metafile } = await build({
  entryPoints: { page: "src/main.tsx" },
  outdir: OUTPUT,
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  jsx: "automatic",
  jsxImportSource: "preact",
  external: ["*.png", "*.svg"], // Shudan's pictures of wood and stones: styles/board.css has its own
  legalComments: "none", // licences.txt has them
  metafile: true,
  logLevel: "warning",
});
cpSync("index.html", `${OUTPUT}/index.html`);
cpSync("icon.svg", `${OUTPUT}/icon.svg`);
writeFileSync(`${OUTPUT}/licences.txt`, licencesOf(metafile));

function licencesOf({ inputs }) {
  const folders = Object.keys(inputs).map((path) => /^node_modules\/(@[^/]+\/)?[^/]+/.exec(path)?.[0]);
  const packages = [...new Set(folders.filter(Boolean))].sort();
  return packages
    .map((folder) => {
      const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
      return `${folder.replace("node_modules/", "")}\n\n${readFileSync(`${folder}/${file}`, "utf8").trim()}\n`;
    })
    .join("\n----\n\n");
}
