import { createRequire } from "node:module";
import { resolvePayIndex } from "@pay-index/medusa";
import { defineConfig } from "pay-index";
import { appFolder, createSettings, setMedusaSettings } from "./open-medusa.mts";

const require = createRequire(import.meta.url);

/** The configuration of `docs/reference/medusa.md`, for a shop of a test. Its settings are in an environment variable. */
const { origin, ...given } = JSON.parse(process.env.SHOP ?? "");
const settings = createSettings(origin, given);

export default defineConfig({
  options: settings.payments,
  async open() {
    setMedusaSettings(settings);
    const { default: loaders, initializeContainer } = require("@medusajs/medusa/loaders/index");
    const express = createRequire(require.resolve("@medusajs/framework/http"))("express");
    await initializeContainer(appFolder, { skipDbConnection: true });
    const medusa = await loaders({
      directory: appFolder,
      expressApp: express(),
      skipLoadingEntryPoints: true,
    });
    return { gateway: resolvePayIndex(medusa.container).gateway, close: () => medusa.shutdown() };
  },
});
