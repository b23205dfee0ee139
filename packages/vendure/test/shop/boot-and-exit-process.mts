/** Boots a shop with what it is given, and says so. */
import { openVendure, type VendureSettings } from "./open-vendure.mts";

await openVendure(JSON.parse(process.argv[2] ?? "") as VendureSettings);
console.log("booted");
process.exit();
