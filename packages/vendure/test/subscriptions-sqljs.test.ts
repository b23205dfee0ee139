import { sqljsPlace } from "./conformance/place.mts";
import { subscriptions } from "./shop/subscriptions.mts";

subscriptions("Vendure on sql.js", sqljsPlace);
