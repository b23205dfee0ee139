import { readFileSync } from "node:fs";

/** Their texts go where their code goes: what is used of these libraries is built in (docs/decisions/0011, 0025, 0028). */
const licences = {
  "date-fns": ["LICENSE.md"],
  "@date-fns/tz": ["LICENSE.md"],
  "libphonenumber-js": ["LICENSE", "LICENSE.Apache"],
  zod: ["LICENSE"],
};

function banner({ moduleIds }) {
  const notices = Object.entries(licences)
    .filter(([name]) => moduleIds.some((id) => id.includes(`/node_modules/${name}/`)))
    .flatMap(([name, files]) => [
      `Contains parts of ${name}.`,
      ...files.map((file) => licenceOf(name, file)),
    ]);
  return notices.length === 0 ? "" : `/*!\n${notices.join("\n\n")}\n*/`;
}

function licenceOf(name, file) {
  return toAscii(readFileSync(new URL(`node_modules/${name}/${file}`, import.meta.url), "utf8").trim());
}

/** JavaScript engines store a file with other characters in twice the memory. Outside licences they are in texts and patterns only. */
const ascii = {
  name: "ascii",
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === "chunk") file.code = file.code.replace(/[^\0-\x7f]/g, escapeCharacter);
  },
};

function escapeCharacter(character) {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

function toAscii(licence) {
  return licence
    .replaceAll("\u00a9", "(c)")
    .replace(/[\u201c\u201d]/g, '"')
    .replace(/[\u2018\u2019]/g, "'");
}

const entries = ["adapter", "protocol", "store", "testing"];

// A shop imports core at every start, and each file costs time. So the entry points share two files only: the protocol with
// what it needs, and the rest.
const core = {
  input: {
    index: "src/index.ts",
    ...Object.fromEntries(entries.map((name) => [`entries/${name}`, `src/entries/${name}.ts`])),
  },
  platform: "node",
  external: [/^node:/, "dinero.js/currencies"],
  plugins: [ascii],
  output: {
    dir: "dist",
    entryFileNames: "[name].js",
    chunkFileNames: "shared/[name].js",
    codeSplitting: {
      groups: [
        { name: "protocol", test: /\/core\/src\/protocol\//, priority: 2 },
        // Loaded by shops that use it only.
        { name: "telephones", test: /\/node_modules\/libphonenumber-js\//, priority: 3 },
        // The texts for staff load with the first alert.
        { name: "engine", test: /\/core\/src\/(?!entries\/|status\/(?:alert-text|texts\/))/, priority: 1 },
      ],
    },
    format: "esm",
    sourcemap: true,
    banner,
    // The docstrings are in the types. Here they would only be read at every start.
    comments: { legal: true, annotation: true, jsdoc: false },
  },
};

// An admin's pages run in a browser: the words alone, and nothing that asks for Node.
const staff = {
  input: "src/status/texts/index.ts",
  platform: "neutral",
  output: { file: "dist/status/texts/index.js", format: "esm", sourcemap: true },
};

export default [core, staff];
