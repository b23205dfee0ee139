export { connections } from "./connections.ts";
export { RawConnection, type RawReply } from "./raw-connection.ts";
export { headWithLength, plainRequest, type RequestLine, wholeRequest } from "./requests.ts";
export type { OpenShop, ReachableShop } from "./visits.ts";
