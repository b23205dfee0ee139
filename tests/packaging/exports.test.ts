import { join } from "node:path";
import { expect, test } from "vitest";
import { packages, repositoryRoot } from "./pack-tarballs.ts";
import { exportsOf, PackageDeclarations } from "./public-names.ts";

const promise =
  "A new export is a promise to everyone who installs the package, and a removed one breaks them: write a changeset.";

/** The declarations of each entry point. `packages/<name>/api` lists what they export. */
const entries = [
  "packages/app/dist/index.d.ts",
  "packages/app/dist/capacitor.d.ts",
  "packages/app/dist/expo.d.ts",
  "packages/app/dist/react-native-webview.d.ts",
  "packages/app/dist/web.d.ts",
  "packages/cli/dist/index.d.ts",
  "packages/core/dist/index.d.ts",
  "packages/core/dist/entries/adapter.d.ts",
  "packages/core/dist/entries/protocol.d.ts",
  "packages/core/dist/entries/store.d.ts",
  "packages/core/dist/entries/testing.d.ts",
  "packages/core/dist/status/texts/index.d.ts",
  "packages/express/dist/index.d.ts",
  "packages/express/dist/pg-boss.d.ts",
  "packages/postgres/dist/index.d.ts",
  "packages/postgres/dist/maintenance.d.ts",
  "packages/sqlite/dist/index.d.ts",
  "packages/server/dist/index.d.ts",
  "packages/pages/dist/index.d.ts",
  "packages/medusa/.medusa/server/src/index.d.ts",
  "packages/medusa/.medusa/server/src/workflows/index.d.ts",
  "packages/medusa/.medusa/server/storefront/index.d.ts",
  "packages/vendure/dist/index.d.ts",
  "packages/sandbox/dist/index.d.ts",
  "packages/sandbox/dist/control-client.d.ts",
  "packages/sandbox/dist/fault-descriptions.d.ts",
  "packages/sandbox/dist/signature-diagnosis/index.d.ts",
  "packages/conformance/dist/index.d.ts",
  "packages/conformance/dist/card-canary.d.ts",
  "packages/conformance/dist/connections/index.d.ts",
  "packages/conformance/dist/process/run-inside-shop-process.d.ts",
];

const declarations = new PackageDeclarations(entries);

test.each(entries)("%s declares the values that the package exports", async (file) => {
  const { values, types } = declarations.names(file);
  const names = Object.keys(await import(join(repositoryRoot, file.replace(/\.d\.ts$/, ".js"))));
  // Node adds a default export to a CommonJS package.
  expect(names.filter((name) => name !== "default").sort()).toEqual(values);
  expect(values.length + types.length).toBeGreaterThan(0);
});

const index = { types: "./dist/index.d.ts", default: "./dist/index.js" };

test("the packages have these entries and no others", () => {
  const written = Object.fromEntries(packages.map((name) => [name, exportsOf(name)]));
  expect(written, promise).toEqual({
    app: {
      ".": index,
      "./capacitor": { types: "./dist/capacitor.d.ts", default: "./dist/capacitor.js" },
      "./expo": { types: "./dist/expo.d.ts", default: "./dist/expo.js" },
      "./react-native-webview": {
        types: "./dist/react-native-webview.d.ts",
        default: "./dist/react-native-webview.js",
      },
      "./web": { types: "./dist/web.d.ts", default: "./dist/web.js" },
    },
    cli: { ".": index },
    conformance: {
      ".": index,
      "./card-canary": { types: "./dist/card-canary.d.ts", default: "./dist/card-canary.js" },
      "./connections": { types: "./dist/connections/index.d.ts", default: "./dist/connections/index.js" },
      "./in-shop": {
        types: "./dist/process/run-inside-shop-process.d.ts",
        default: "./dist/process/run-inside-shop-process.js",
      },
      "./store-fixtures": {
        types: "./dist/store-fixtures/index.d.ts",
        default: "./dist/store-fixtures/index.js",
      },
    },
    core: {
      ".": index,
      "./adapter": { types: "./dist/entries/adapter.d.ts", default: "./dist/entries/adapter.js" },
      "./protocol": { types: "./dist/entries/protocol.d.ts", default: "./dist/entries/protocol.js" },
      "./store": { types: "./dist/entries/store.d.ts", default: "./dist/entries/store.js" },
      "./testing": { types: "./dist/entries/testing.d.ts", default: "./dist/entries/testing.js" },
      "./staff": { types: "./dist/status/texts/index.d.ts", default: "./dist/status/texts/index.js" },
    },
    // A command. Nobody imports it.
    "create-pay-index": { "./package.json": "./package.json" },
    express: {
      ".": index,
      "./pg-boss": { types: "./dist/pg-boss.d.ts", default: "./dist/pg-boss.js" },
    },
    medusa: {
      // Medusa looks for a plugin's code there.
      ".": { types: "./.medusa/server/src/index.d.ts", default: "./.medusa/server/src/index.js" },
      "./.medusa/server/src/modules/*": "./.medusa/server/src/modules/*/index.js",
      "./admin": {
        import: "./.medusa/server/src/admin/index.mjs",
        default: "./.medusa/server/src/admin/index.js",
      },
      "./storefront": {
        import: {
          types: "./.medusa/server/storefront/index.d.ts",
          default: "./.medusa/server/storefront/index.js",
        },
        default: {
          types: "./.medusa/server/src/storefront/index.d.ts",
          default: "./.medusa/server/src/storefront/index.js",
        },
      },
      "./workflows": {
        types: "./.medusa/server/src/workflows/index.d.ts",
        default: "./.medusa/server/src/workflows/index.js",
      },
      "./package.json": "./package.json",
    },
    pages: { ".": index },
    postgres: {
      ".": index,
      "./adapter": { types: "./dist/adapter.d.ts", default: "./dist/adapter.js" },
      "./maintenance": { types: "./dist/maintenance.d.ts", default: "./dist/maintenance.js" },
    },
    server: { ".": index },
    sqlite: { ".": index },
    vendure: { ".": index },
    sandbox: {
      ".": index,
      "./client": { types: "./dist/control-client.d.ts", default: "./dist/control-client.js" },
      "./faults": { types: "./dist/fault-descriptions.d.ts", default: "./dist/fault-descriptions.js" },
      "./diagnosis": {
        types: "./dist/signature-diagnosis/index.d.ts",
        default: "./dist/signature-diagnosis/index.js",
      },
    },
  });
});
