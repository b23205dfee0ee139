import { bootstrapWorker } from "@vendure/core";
import { readSettings } from "./settings.ts";
import { createVendureConfig } from "./vendure-config.ts";

process.env.VENDURE_DISABLE_TELEMETRY ??= "true";

/** Runs jobs and scheduled tasks. Needs a database server that the server has filled, and the server's PORT. */
const worker = await bootstrapWorker(
  createVendureConfig(readSettings(process.env, Number(process.env.PORT ?? 3000))),
);
await worker.startJobQueue();
console.log("worker: ready");
