// Medusa's own builder of a plugin's pages, as its `plugin:build` calls it after it has compiled the server's part. That is tsc's work here.
import { createRequire } from "node:module";

// Medusa's copy: a dependency of our own would make another Medusa of it (docs/decisions/0007).
const { plugin } = createRequire(import.meta.resolve("@medusajs/medusa"))("@medusajs/admin-bundler");

await plugin({ root: import.meta.dirname, outDir: ".medusa/server" });
