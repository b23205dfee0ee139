import { PayIndexService } from "@pay-index/vendure";
import { defineConfig } from "pay-index";
import { openWorker, originOf, type VendureSettings } from "./open-vendure.mts";

/** The configuration of `docs/reference/vendure.md`, for a shop of a test. Its settings are in an environment variable. */
const settings = JSON.parse(process.env.SHOP ?? "") as VendureSettings;
const origin = originOf(settings);

export default defineConfig({
  options: {
    publicUrl: `${origin}/pay`,
    orderPage: ({ reference }: { reference: string }) => `${origin}/orders/${reference}`,
    ...settings.plugin,
  },
  async open() {
    const app = await openWorker(settings);
    return { gateway: app.get(PayIndexService).gateway, close: () => app.close() };
  },
});
