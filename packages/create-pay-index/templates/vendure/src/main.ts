import { bootstrap, JobQueueService } from "@vendure/core";
import { seed } from "./seed.ts";
import { settings } from "./settings.ts";
import { config } from "./vendure-config.ts";

// `dev` and `demo` say that they are development. Everything else takes real payments.
process.env.NODE_ENV ??= "production";
// Only the user of the server may read the files of its database.
process.umask(0o077);

const app = await bootstrap(config);
await seed(app);
await app.get(JobQueueService).start();
console.log(`Vendure is ready on ${settings.vendureUrl}.`);
