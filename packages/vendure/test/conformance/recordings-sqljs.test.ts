import { playRecordingsOnHost } from "../../../../tests/recordings/host-recordings.suite.ts";
import { sqljsDriver } from "./drivers.mts";

playRecordingsOnHost("Vendure on sql.js", sqljsDriver);
