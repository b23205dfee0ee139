import { defineConfig } from "pay-index";
import { openConfiguredShop, type ShopSettings, shopOptions } from "./shop.ts";

const settings: ShopSettings = JSON.parse(process.env.SHOP ?? "{}");
console.log("A shop that logs to stdout.");

export default defineConfig({ options: shopOptions(settings), open: () => openConfiguredShop(settings) });
