import { conformance } from "@pay-index/conformance";
import { postgresDriver } from "./drivers.mts";

conformance("Vendure on Postgres", postgresDriver, { results: "./results-postgres.json" });
