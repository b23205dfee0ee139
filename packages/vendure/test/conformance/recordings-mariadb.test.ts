import { isMariadbInstalled } from "@pay-index/embedded-postgres";
import { describe } from "vitest";
import { playRecordingsOnHost } from "../../../../tests/recordings/host-recordings.suite.ts";
import { mariadbDriver } from "./drivers.mts";

describe.skipIf(!isMariadbInstalled)("with MariaDB, if it is installed", () => {
  playRecordingsOnHost("Vendure on MariaDB", mariadbDriver);
});
