import { requireMerchant } from "../merchants.ts";
import type { SqliteDataFile } from "../orders/sqlite-data-file.ts";
import { type ActiveQuirkProfiles, behaviourOf, type GatewayBehaviour, type QuirkProfile } from "./quirk.ts";

/** The active quirk profiles, of all merchants or of one. They are stored with the orders. */
export class QuirkSettings {
  readonly #data: SqliteDataFile;

  constructor(data: SqliteDataFile) {
    this.#data = data;
  }

  quirks(): ActiveQuirkProfiles {
    return this.#data.setting<ActiveQuirkProfiles>("quirks") ?? { profile: "none", merchants: {} };
  }

  /** @throws SandboxError `unknown_merchant` */
  set(profile: QuirkProfile, merchantId?: string): void {
    const quirks = this.quirks();
    if (merchantId === undefined) {
      this.#data.keep("quirks", { ...quirks, profile });
      return;
    }
    const merchants = { ...quirks.merchants, [requireMerchant(merchantId).id]: profile };
    this.#data.keep("quirks", { ...quirks, merchants });
  }

  of(merchantId: string): GatewayBehaviour {
    const { profile, merchants } = this.quirks();
    return behaviourOf(merchants[merchantId] ?? profile);
  }
}
