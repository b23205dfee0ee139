// How `npx pay-index doctor` and the other commands open the shop: without a server, and without its timer.
import { existsSync } from "node:fs";
import { loadEnvFile } from "node:process";
import { createPayIndex } from "@pay-index/next";
import { defineConfig } from "pay-index";

if (existsSync(".env")) loadEnvFile();
// It reads the settings, so it is loaded after them.
const { options } = await import("./src/payments.ts");

export default defineConfig({
  options,
  async open() {
    const pay = await createPayIndex({ ...options, tickEvery: 0 }).open();
    return { gateway: pay, close: () => pay.close() };
  },
});
