import { postgresPlace } from "./conformance/place.mts";
import { selling } from "./shop/selling.mts";

selling("Vendure on Postgres", postgresPlace);
