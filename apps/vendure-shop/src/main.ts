import { anyPort } from "@pay-index-apps/demo/run/ports";
import { openShop } from "./open-shop.ts";
import { readSettings } from "./settings.ts";

process.env.VENDURE_DISABLE_TELEMETRY ??= "true";

// Its own address, which the gateway must be told, has to be known before Vendure starts.
const wanted = Number(process.env.PORT ?? 3000);
const settings = readSettings(process.env, wanted === 0 ? await anyPort() : wanted);
await openShop(settings);
console.log(`shop: ${settings.shopUrl}`);
