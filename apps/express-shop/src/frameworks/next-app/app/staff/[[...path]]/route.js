import { handlersOf } from "../../../shop.js";

export const { GET, OPTIONS, POST, PUT, PATCH, DELETE } = handlersOf("staff");
