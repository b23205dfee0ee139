// How `npx pay-index doctor` and the other commands open the shop: without a server.
import { existsSync } from "node:fs";
import { loadEnvFile } from "node:process";
import { PayIndexService } from "@pay-index/vendure";
import { bootstrapWorker } from "@vendure/core";
import { defineConfig } from "pay-index";

if (existsSync(".env")) loadEnvFile();
// This file reads the settings, so it is loaded after them.
const { config, payIndexOptions } = await import("./src/vendure-config.ts");

export default defineConfig({
  options: payIndexOptions,
  async open() {
    const { app } = await bootstrapWorker(config);
    const { trustProxy } = config.apiOptions;
    return { gateway: app.get(PayIndexService).gateway, trustProxy, close: () => app.close() };
  },
});
