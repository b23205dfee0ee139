export { checkOut as POST } from "../../shops.js";
