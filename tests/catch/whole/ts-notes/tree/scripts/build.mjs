// Bundles the extension into dist/extension, ready for "Load unpacked" or for zipping.
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { build } from "esbuild";

const out = "dist/extension";
const pkg = JSON.parse(await readFile("package.json", "utf8"));

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });

await build({
  entryPoints: ["background", "content", "popup"].map((name) => `src/extension/${name}.ts`),
  outdir: out,
  bundle: true,
  format: "iife",
  target: "chrome116",
  sourcemap: true,
});

const manifest = JSON.parse(await readFile("src/extension/manifest.json", "utf8"));
manifest.version = pkg.version;
await writeFile(`${out}/manifest.json`, JSON.stringify(manifest, null, 2));
await cp("src/extension/popup.html", `${out}/popup.html`);
await cp("src/extension/content.css", `${out}/content.css`);
