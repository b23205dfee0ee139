import { notificationTarget } from "./notification.ts";
import type { Target } from "./target.ts";

/** Every target, in the order in which they run. */
export const targets: readonly Target[] = [notificationTarget()];
