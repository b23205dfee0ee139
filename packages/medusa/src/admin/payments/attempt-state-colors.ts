import type { Attempt } from "./admin-api.ts";

/** The color of each state of an attempt. */
export const attemptStateColors = {
  none: "grey",
  created: "grey",
  pending: "orange",
  approved: "blue",
  paid: "green",
  review: "red",
  failed: "grey",
  closed: "grey",
  refunded: "grey",
} as const satisfies Record<Attempt["state"] | "none", string>;
