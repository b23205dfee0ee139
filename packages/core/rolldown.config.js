import { readFileSync } from "node:fs";

/** Its text goes where its code goes: what little of the calendar is used is built in (docs/decisions/0011). */
const licenceOf = (name) =>
  readFileSync(new URL(`node_modules/${name}/LICENSE.md`, import.meta.url), "utf8").trim();
const notices = ["date-fns", "@date-fns/tz"].map(
  (name) => `Contains parts of ${name}.\n\n${licenceOf(name)}`,
);
const banner = `/*!\n${notices.join("\n\n")}\n*/`;

const entries = ["adapter", "protocol", "store", "testing"];

// A shop imports core at every start, and each file costs time. So the entry points share two files only: the protocol with
// what it needs, and the rest.
const core = {
  input: {
    index: "src/index.ts",
    ...Object.fromEntries(entries.map((name) => [`entries/${name}`, `src/entries/${name}.ts`])),
  },
  platform: "node",
  external: [/^node:/, "zod", "dinero.js/currencies"],
  output: {
    dir: "dist",
    entryFileNames: "[name].js",
    chunkFileNames: "shared/[name].js",
    codeSplitting: {
      groups: [
        { name: "protocol", test: /\/core\/src\/protocol\//, priority: 2 },
        { name: "engine", test: /\/core\/src\/(?!entries\/)/, priority: 1 },
      ],
    },
    format: "esm",
    sourcemap: true,
    banner: ({ moduleIds }) => (moduleIds.some((id) => id.includes("date-fns")) ? banner : ""),
  },
};

// An admin's pages run in a browser: the words alone, and nothing that asks for Node.
const staff = {
  input: "src/status/texts/index.ts",
  platform: "neutral",
  output: { file: "dist/status/texts/index.js", format: "esm", sourcemap: true },
};

export default [core, staff];
