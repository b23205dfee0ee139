import { postgresPlace } from "./conformance/place.mts";
import { orders } from "./shop/orders.mts";

orders("Vendure on Postgres", postgresPlace);
