// One file instead of sixty: a shop imports core at every start, and reading small files is most of that time.
export default {
  input: "src/index.ts",
  platform: "node",
  external: [/^node:/, "zod", "dinero.js/currencies"],
  output: { file: "dist/index.js", format: "esm", sourcemap: true },
};
