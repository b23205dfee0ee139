import { buyerPagesTarget } from "./buyer-pages.ts";
import type { FuzzTarget } from "./fuzz-target.ts";
import { malformedHttpTarget } from "./malformed-http.ts";
import { notificationTarget } from "./notification.ts";
import { notifyParsersTarget, notifyRouteTarget } from "./notify-route.ts";

/** Every target, in the order in which they run. */
export const targets: readonly FuzzTarget[] = [
  notificationTarget(),
  notifyRouteTarget,
  notifyParsersTarget,
  malformedHttpTarget,
  buyerPagesTarget,
];
