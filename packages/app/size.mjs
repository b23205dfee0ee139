// What a web page downloads of this package, as a bundler makes it and a server sends it.
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";

const place = import.meta.dirname;

/** Checks all that a browser needs of some entry points. The limit is in bytes. */
async function checkSize(title, { entries, limit, external = [] }) {
  const bundle = await rolldown({
    input: "web-entry",
    platform: "browser",
    external,
    logLevel: "silent",
    plugins: [
      {
        name: "all-of-it",
        resolveId: (id) => (id === "web-entry" ? id : undefined),
        load: (id) =>
          id === "web-entry"
            ? entries.map((entry) => `export * from "${place}/dist/${entry}.js";`).join("")
            : undefined,
      },
    ],
  });
  const { output } = await bundle.generate({ format: "esm", minify: true });
  await bundle.close();

  const [entry, ...more] = output;
  const foreign = entry.moduleIds.filter((id) => id !== "web-entry" && !id.startsWith(`${place}/dist/`));
  const imports = entry.imports.filter((name) => !external.includes(name));
  const size = gzipSync(entry.code, { level: 9 }).length;
  console.log(`@pay-index/app ${title}: ${size} bytes gzipped, ${limit} at most`);
  if (size > limit || more.length > 0 || imports.length > 0 || foreign.length > 0) {
    console.error("It is too large, or brings something that is not its own.", foreign, imports);
    process.exitCode = 1;
  }
}

await checkSize("in a web page", { entries: ["index", "web"], limit: 2000 });
await checkSize("in a React page", { entries: ["react"], limit: 2700, external: ["react"] });
