import { playRecordingsOnHost } from "../../../../tests/recordings/host-recordings.suite.ts";
import { driverOn } from "./driver.mts";

playRecordingsOnHost("Medusa on Postgres", driverOn());
