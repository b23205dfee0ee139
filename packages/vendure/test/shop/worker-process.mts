/** Boots a worker with the plugins of Vendure's template, runs its jobs and scheduled tasks, and reports when it is ready. */
import { openWorker, type VendureSettings } from "./open-vendure.mts";
import { createProjectTemplatePlugins } from "./project-template-plugins.mts";

const [settings = "", folder = ""] = process.argv.slice(2);
const worker = await openWorker({
  ...(JSON.parse(settings) as VendureSettings),
  otherPlugins: createProjectTemplatePlugins(folder),
});
const { JobQueueService } = await import("@vendure/core");
await worker.get(JobQueueService).start();
process.send?.("ready");
process.once("disconnect", () => process.exit());
