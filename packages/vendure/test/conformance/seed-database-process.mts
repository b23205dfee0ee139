import { findFreePort } from "@pay-index/embedded-postgres";
import { type Database, openVendure } from "../shop/open-vendure.mts";
import { plans } from "./plans.mts";
import { customFields } from "./seed-database.mts";

const database = JSON.parse(process.argv[2] ?? "") as Database;
const plugin = {
  gateway: "http://localhost:4400",
  sandbox: true,
  merchants: [{ id: "10002", key: "sandbox-hosted-key" }],
  plans,
  onEvent: () => undefined,
};
const app = await openVendure({
  database,
  port: await findFreePort(),
  isEmpty: true,
  plugin,
  changes: { customFields },
});
await app.close();
process.exit();
