import { sqljsPlace } from "./conformance/place.mts";
import { orders } from "./shop/orders.mts";

orders("Vendure on sql.js", sqljsPlace);
