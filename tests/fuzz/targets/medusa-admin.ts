import { AdminPlay } from "../admin/admin-play.ts";
import type { FuzzTarget } from "./fuzz-target.ts";

/** The admin routes of a real Medusa. A process has room for one Medusa, so one shop takes all inputs. */
export const medusaAdminTarget: FuzzTarget = {
  name: "medusa-admin",
  about: "the plugin's admin routes on a real Medusa with Postgres, with and without a login and policies",
  share: 0,
  perShop: Number.MAX_SAFE_INTEGER,
  // Some inputs start with a whole checkout.
  patience: 60,
  async open() {
    // Loaded late: the other targets need no Medusa.
    const { MedusaHost } = await import("../admin/medusa-host.ts");
    return AdminPlay.open(await MedusaHost.open());
  },
};
