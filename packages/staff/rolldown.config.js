import { copyFileSync, readFileSync, writeFileSync } from "node:fs";

/** Tells servers that render React apart from browsers. These pages are for browsers only. */
const isDirectiveOfReactQuery = ({ code }) => code === "MODULE_LEVEL_DIRECTIVE";

/** The licences of what is built in (docs/decisions/0030). Their texts go where their code goes. */
function banner({ moduleIds }) {
  const folders = moduleIds.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+\//.exec(id)?.[0] ?? []);
  const texts = [...new Set(folders)].map((folder) => {
    const name = folder.split("/node_modules/").at(-1).slice(0, -1);
    return `Contains parts of ${name}.\n\n${readFileSync(`${folder}LICENSE`, "utf8").trim()}`;
  });
  return `/*!\n${texts.join("\n\n")}\n*/`;
}

/** What hosts import. React is the host's. */
const library = {
  input: "src/index.ts",
  platform: "browser",
  external: ["react", "react/jsx-runtime"],
  onLog: (level, log, report) => isDirectiveOfReactQuery(log) || report(level, log),
  output: {
    file: "dist/index.js",
    format: "esm",
    sourcemap: true,
    banner,
    comments: { legal: true, annotation: true, jsdoc: false },
  },
};

/** The static app of shops without an admin: three files, without a script or a style in the page (docs/decisions/0030). */
const app = {
  input: "src/plain/main.tsx",
  platform: "browser",
  resolve: {
    alias: {
      "react/jsx-runtime": "preact/jsx-runtime",
      "react-dom/client": "preact/compat/client",
      react: "preact/compat",
    },
  },
  transform: { define: { "process.env.NODE_ENV": '"production"' } },
  plugins: [
    {
      name: "page-and-styles",
      writeBundle() {
        copyFileSync("src/plain/index.html", "dist/app/index.html");
        const styles = ["layout", "controls"].map((name) => readFileSync(`src/plain/${name}.css`, "utf8"));
        writeFileSync("dist/app/app.css", styles.join("\n"));
      },
    },
  ],
  onLog: library.onLog,
  output: { file: "dist/app/app.js", format: "esm", minify: true, postBanner: banner },
};

export default [library, app];
