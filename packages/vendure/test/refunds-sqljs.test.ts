import { sqljsPlace } from "./conformance/place.mts";
import { recordedRefunds } from "./shop/refunds.mts";

recordedRefunds("Vendure on sql.js", sqljsPlace);
