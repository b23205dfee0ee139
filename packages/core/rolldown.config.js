// One file instead of sixty: a shop imports core at every start, and reading small files is most of that time.
const core = {
  input: "src/index.ts",
  platform: "node",
  external: [/^node:/, "zod", "dinero.js/currencies"],
  output: { file: "dist/index.js", format: "esm", sourcemap: true },
};

// An admin's pages run in a browser: the words alone, and nothing that asks for Node.
const staff = {
  input: "src/staff/index.ts",
  platform: "neutral",
  output: { file: "dist/staff/index.js", format: "esm", sourcemap: true },
};

export default [core, staff];
