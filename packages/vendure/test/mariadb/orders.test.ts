import { conformance } from "@pay-index/conformance";
import { isMariadbInstalled } from "@pay-index/embedded-postgres";
import { describe } from "vitest";
import { mariadbDriver } from "../conformance/drivers.mts";

// The rest is minutes: pnpm test:vendure.
describe.skipIf(!isMariadbInstalled)("with MariaDB, if it is installed", () => {
  const only = ["paid", "declined", "refunded-in-full", "fifty-notifications-together"];
  conformance("Vendure on MariaDB", mariadbDriver, { only });
});
