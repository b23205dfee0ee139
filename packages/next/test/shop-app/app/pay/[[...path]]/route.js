import { handlersOf } from "../../../shops.js";

export const { GET, OPTIONS, POST, PUT, PATCH, DELETE } = handlersOf("handlers");
