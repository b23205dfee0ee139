// How `npx pay-index doctor` and the other commands open the shop: without a server.
import { createRequire } from "node:module";
import loaders, { initializeContainer } from "@medusajs/medusa/loaders/index";
import { resolvePayIndex } from "@pay-index/medusa";
import express from "express";
import { defineConfig } from "pay-index";
import { payIndexOptions } from "./src/settings";

export default defineConfig({
  options: payIndexOptions,
  async open() {
    const directory = process.cwd();
    // The command medusa does the same: it makes medusa-config.ts readable. A built server has medusa-config.js.
    if (process.env.NODE_ENV !== "production")
      createRequire(`${directory}/package.json`)("ts-node").register();
    await initializeContainer(directory, { skipDbConnection: true });
    const medusa = await loaders({ directory, expressApp: express(), skipLoadingEntryPoints: true });
    return { gateway: resolvePayIndex(medusa.container).gateway, close: () => medusa.shutdown() };
  },
});
