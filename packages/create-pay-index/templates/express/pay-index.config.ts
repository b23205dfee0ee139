// How `npx pay-index doctor` and the other commands open the shop: without a server, and without its timer.
import { existsSync } from "node:fs";
import { loadEnvFile } from "node:process";
import { defineConfig } from "pay-index";

if (existsSync(".env")) loadEnvFile();
// These files read the settings, so they are loaded after them.
const { options } = await import("./src/payments.ts");
const { createApp, openPayments } = await import("./src/app.ts");

export default defineConfig({
  options,
  async open() {
    const pay = await openPayments({ tickEvery: 0 });
    return { gateway: pay, app: createApp(pay), close: () => pay.close() };
  },
});
