import { conformance } from "@pay-index/conformance";
import { sqljsDriver } from "./drivers.mts";

conformance("Vendure on sql.js", sqljsDriver, { results: "./results-sqljs.json" });
