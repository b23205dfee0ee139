/** Starts a stock Medusa with the plugin of this folder, says so, and ends. */
import { createSettings, openMedusa } from "./open-medusa.mts";

const [databaseUrl = "", plugin = "", changes = "{}"] = process.argv.slice(2);
const shop = await openMedusa((origin) => {
  const settings = createSettings(origin, { databaseUrl });
  const { merchants, ...payments } = settings.payments;
  const changed = merchants.map((merchant, index) =>
    index === 0 ? { ...merchant, ...JSON.parse(changes) } : merchant,
  );
  return {
    ...settings,
    changes: { plugins: [{ resolve: plugin, options: { ...payments, merchants: changed } }] },
  };
});
await shop.close();
console.log("started");
process.exit();
