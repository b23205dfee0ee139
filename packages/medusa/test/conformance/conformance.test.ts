import { conformance } from "@pay-index/conformance";
import { driverOn } from "./driver.mts";

conformance("Medusa on Postgres", driverOn(), { results: "./results-postgres.json" });
