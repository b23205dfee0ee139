import { bootstrapWorker } from "@vendure/core";
import { readSettings } from "./settings.ts";
import { createVendureConfig } from "./vendure-config.ts";

process.env.VENDURE_DISABLE_TELEMETRY ??= "true";

/** Jobs and scheduled tasks, apart from the server. Needs a Postgres that the server has filled, and the server's PORT. */
const worker = await bootstrapWorker(
  createVendureConfig(readSettings(process.env, Number(process.env.PORT ?? 3000))),
);
await worker.startJobQueue();
console.log("worker: ready");
