// What a web page downloads for all that a browser needs of this package, as a bundler makes it and a server sends it.
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";

/** Bytes. */
const limit = 2000;

const place = import.meta.dirname;
const bundle = await rolldown({
  input: "web-entry",
  platform: "browser",
  plugins: [
    {
      name: "all-of-it",
      resolveId: (id) => (id === "web-entry" ? id : undefined),
      load: (id) =>
        id === "web-entry"
          ? `export * from "${place}/dist/index.js"; export * from "${place}/dist/web.js";`
          : undefined,
    },
  ],
});
const { output } = await bundle.generate({ format: "esm", minify: true });
await bundle.close();

const [entry, ...more] = output;
const foreign = entry.moduleIds.filter((id) => id !== "web-entry" && !id.startsWith(`${place}/dist/`));
const size = gzipSync(entry.code, { level: 9 }).length;
console.log(`@pay-index/app in a web page: ${size} bytes gzipped, ${limit} at most`);
if (size > limit || more.length > 0 || entry.imports.length > 0 || foreign.length > 0) {
  console.error("It is too large, or brings something that is not its own.", foreign, entry.imports);
  process.exitCode = 1;
}
