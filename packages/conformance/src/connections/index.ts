export { toConnectableShop } from "./connectable-shop.ts";
export { connectionSuite } from "./connection.suite.ts";
export { RawConnection, type RawReply } from "./raw-connection.ts";
export {
  type RawRequestHead,
  requestHeadWithLength,
  requestWithoutBody,
  wholeRequest,
} from "./raw-requests.ts";
export { type RefusingShop, refusedNotificationSuite } from "./refused-notification.suite.ts";
export type { ConnectableShop, OpenConnectableShop } from "./test-connections.ts";
