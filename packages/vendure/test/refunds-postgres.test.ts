import { postgresPlace } from "./conformance/place.mts";
import { recordedRefunds } from "./shop/refunds.mts";

recordedRefunds("Vendure on Postgres", postgresPlace);
