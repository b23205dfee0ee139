import { conformance } from "@pay-index/conformance";
import { isMariadbInstalled } from "@pay-index/embedded-postgres";
import { describe } from "vitest";
import { mariadbDriver } from "./drivers.mts";

describe.skipIf(!isMariadbInstalled)("with MariaDB, if it is installed", () => {
  conformance("Vendure on MariaDB", mariadbDriver, { results: "./results-mariadb.json" });
});
