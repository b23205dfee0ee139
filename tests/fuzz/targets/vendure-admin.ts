import { AdminPlay } from "../admin/admin-play.ts";
import type { FuzzTarget } from "./fuzz-target.ts";

/** The Admin API of a real Vendure. Vendure keeps much that is global, so one shop takes all inputs. */
export const vendureAdminTarget: FuzzTarget = {
  name: "vendure-admin",
  about: "the plugin's Admin API on a real Vendure with sql.js, with and without a login and permissions",
  share: 0,
  perShop: Number.MAX_SAFE_INTEGER,
  // Some inputs start with a whole checkout.
  patience: 60,
  async open() {
    // Loaded late: the other targets need no Vendure.
    const { VendureHost } = await import("../admin/vendure-host.ts");
    return AdminPlay.open(await VendureHost.open());
  },
};
