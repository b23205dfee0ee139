import { conformance } from "@pay-index/conformance";
import { sqljsDriver } from "./conformance/drivers.mts";

// What takes seconds. All of it is minutes: pnpm test:vendure.
conformance("Vendure on sql.js", sqljsDriver, { only: ["paid", "declined", "refunded-in-full"] });
