// Bundles the page into ../static: one script, one style sheet, index.html and its icon.
import { cpSync, mkdirSync, rmSync } from "node:fs";
import { build } from "esbuild";

const OUTPUT = "../static";

rmSync(OUTPUT, { recursive: true, force: true });
mkdirSync(OUTPUT, { recursive: true });
await build({
  entryPoints: { page: "src/main.tsx" },
  outdir: OUTPUT,
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  jsx: "automatic",
  jsxImportSource: "preact",
  external: ["*.png", "*.svg"], // Shudan's pictures of wood and stones: styles/board.css has its own
  legalComments: "eof",
  logLevel: "warning",
});
cpSync("index.html", `${OUTPUT}/index.html`);
cpSync("icon.svg", `${OUTPUT}/icon.svg`);
