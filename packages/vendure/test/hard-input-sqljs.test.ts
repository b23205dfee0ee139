import { sqljsPlace } from "./conformance/place.mts";
import { hardInput } from "./shop/hard-input.mts";

hardInput("Vendure on sql.js", sqljsPlace);
