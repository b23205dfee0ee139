import { conformance } from "@pay-index/conformance";
import { driverOn } from "./conformance/driver.mts";

// What takes seconds. All of it is minutes: pnpm test:medusa.
conformance("Medusa on Postgres", driverOn(), { only: ["paid", "declined", "refunded-in-full"] });
