import { bootstrap, JobQueueService } from "@vendure/core";
import { seed } from "./seed.ts";
import { settings } from "./settings.ts";
import { config } from "./vendure-config.ts";

const app = await bootstrap(config);
await seed(app);
await app.get(JobQueueService).start();
console.log(`Vendure is ready on ${settings.vendureUrl}.`);
