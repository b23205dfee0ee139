import { conformance } from "@pay-index/conformance";
import { isMariadbInstalled } from "@pay-index/embedded-postgres";
import { describe } from "vitest";
import { clusterDriverOn } from "./drivers.mts";
import { createMariadbShopDatabase } from "./test-database.mts";

describe.skipIf(!isMariadbInstalled)("with MariaDB, if it is installed", () => {
  conformance("Vendure on MariaDB, two servers and a worker", clusterDriverOn(createMariadbShopDatabase));
});
