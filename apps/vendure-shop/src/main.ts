import { findFreePort } from "@pay-index/embedded-postgres";
import { JobQueueService } from "@vendure/core";
import { isPostgres } from "./database-connection.ts";
import { openShop } from "./open-shop.ts";
import { readSettings } from "./settings.ts";

process.env.VENDURE_DISABLE_TELEMETRY ??= "true";

// Its own address, which the gateway must be told, has to be known before Vendure starts.
const wanted = Number(process.env.PORT ?? 3000);
const settings = readSettings(process.env, wanted === 0 ? await findFreePort("localhost") : wanted);
const shop = await openShop(settings);
// A file belongs to this process, so it does the worker's part, too.
if (!isPostgres(settings.database)) await shop.get(JobQueueService).start();
console.log(`shop: ${settings.shopUrl}`);
