import { fileURLToPath } from "node:url";
import start from "@medusajs/medusa/commands/start";
import { findFreePort } from "@pay-index/embedded-postgres";
import "./require-typescript-files.ts";
import { readSettings } from "./settings.ts";

process.env.MEDUSA_DISABLE_TELEMETRY ??= "true";
process.env.LOG_LEVEL ??= "warn";

// The shop's own address, which the gateway needs, must be known before Medusa starts.
if (process.env.PORT === "0") process.env.PORT = String(await findFreePort("localhost"));
const { port, shopUrl } = readSettings(process.env);
const directory = fileURLToPath(new URL("..", import.meta.url));
// Medusa searches for its own modules from this folder.
process.chdir(directory);
await start.default({ directory, port, host: "localhost" });
console.log(`shop: ${shopUrl}`);
