import { fileURLToPath } from "node:url";
import start from "@medusajs/medusa/commands/start";
import { findFreePort } from "@pay-index/embedded-postgres";
import "./find-typescript.ts";
import { readSettings } from "./settings.ts";

process.env.MEDUSA_DISABLE_TELEMETRY ??= "true";
process.env.LOG_LEVEL ??= "warn";

// Its own address, which the gateway must be told, has to be known before Medusa starts.
if (process.env.PORT === "0") process.env.PORT = String(await findFreePort("localhost"));
const { port, shopUrl } = readSettings(process.env);
const directory = fileURLToPath(new URL("..", import.meta.url));
// Medusa looks for its own modules from there.
process.chdir(directory);
await start.default({ directory, port, host: "localhost" });
console.log(`shop: ${shopUrl}`);
