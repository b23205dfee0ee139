import { postgresPlace } from "./conformance/place.mts";
import { subscriptions } from "./shop/subscriptions.mts";

subscriptions("Vendure on Postgres", postgresPlace);
