import { buyerTarget } from "./buyer-pages.ts";
import type { FuzzTarget } from "./fuzz-target.ts";
import { socketTarget } from "./malformed-http.ts";
import { medusaAdminTarget } from "./medusa-admin.ts";
import { notificationTarget } from "./notification.ts";
import { httpTarget, parsersTarget } from "./notify-route.ts";
import { staffTarget } from "./staff-verbs.ts";
import { vendureAdminTarget } from "./vendure-admin.ts";

/** Every target, in the order in which they run. */
export const targets: readonly FuzzTarget[] = [
  notificationTarget(),
  httpTarget,
  parsersTarget,
  socketTarget,
  buyerTarget,
  staffTarget,
  medusaAdminTarget,
  vendureAdminTarget,
];
