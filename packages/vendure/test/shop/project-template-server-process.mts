/** Starts a server as `index.ts` of Vendure's template does: it logs an error and leaves the process alone. */
import { openVendure, type VendureSettings } from "./open-vendure.mts";

await openVendure(JSON.parse(process.argv[2] ?? "") as VendureSettings)
  .then(() => console.log("booted"))
  .catch((error: unknown) => console.log(error));
