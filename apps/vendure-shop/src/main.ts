import { findFreePort } from "@pay-index/embedded-postgres";
import { JobQueueService } from "@vendure/core";
import { isServer } from "./database-connection.ts";
import { openShop } from "./open-shop.ts";
import { readSettings } from "./settings.ts";

process.env.VENDURE_DISABLE_TELEMETRY ??= "true";

// The shop's own address, which the gateway needs, must be known before Vendure starts.
const wanted = Number(process.env.PORT ?? 3000);
const settings = readSettings(process.env, wanted === 0 ? await findFreePort("localhost") : wanted);
const shop = await openShop(settings);
// A file belongs to this process, so it also does the worker's part.
if (!isServer(settings.database)) await shop.get(JobQueueService).start();
console.log(`shop: ${settings.shopUrl}`);
