import { buyerTarget } from "./buyer.ts";
import { httpTarget, parsersTarget } from "./http.ts";
import { medusaAdminTarget } from "./medusa-admin.ts";
import { notificationTarget } from "./notification.ts";
import { socketTarget } from "./socket.ts";
import { staffTarget } from "./staff.ts";
import type { Target } from "./target.ts";
import { vendureAdminTarget } from "./vendure-admin.ts";

/** Every target, in the order in which they run. */
export const targets: readonly Target[] = [
  notificationTarget(),
  httpTarget,
  parsersTarget,
  socketTarget,
  buyerTarget,
  staffTarget,
  medusaAdminTarget,
  vendureAdminTarget,
];
