// What tsc leaves to be done.
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";

// The plugin is CommonJS, and storefronts read modules as well.
await writeFile(".medusa/server/storefront/package.json", JSON.stringify({ type: "module" }));

// Medusa's own builder of a plugin's pages, as its `plugin:build` calls it. It is Medusa's copy: with a dependency of our own there
// would be a second Medusa here (docs/decisions/0007).
const { plugin } = createRequire(import.meta.resolve("@medusajs/medusa"))("@medusajs/admin-bundler");
await plugin({ root: import.meta.dirname, outDir: ".medusa/server" });
