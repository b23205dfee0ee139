import type {
  ActivityName,
  CountedRequest,
  InstallationSecret,
  InstallationStore,
  LastActivity,
  RequestWindow,
  TenantAndMerchantId,
} from "../ports/installation-store.ts";
import type { SignStrength } from "../protocol/signature/notification-sign.ts";

/** The installation's part of the store in memory. */
export class MemoryInstallationStore implements InstallationStore {
  #secrets: readonly InstallationSecret[] = [];
  readonly #strengths = new Map<string, SignStrength>();
  readonly #windows = new Map<string, RequestWindow>();
  readonly #activities = new Map<ActivityName, LastActivity>();

  async secrets(): Promise<readonly InstallationSecret[]> {
    return this.#secrets;
  }

  async addSecret(secret: InstallationSecret, keep: number): Promise<boolean> {
    if (this.#secrets.some(({ version }) => version === secret.version)) return false;
    this.#secrets = [secret, ...this.#secrets]
      .sort((a, b) => b.version - a.version)
      .filter(({ version }) => version > secret.version - keep);
    return true;
  }

  async signStrength(merchant: TenantAndMerchantId): Promise<SignStrength | undefined> {
    return this.#strengths.get(merchantMapKey(merchant));
  }

  async rememberSignStrength(merchant: TenantAndMerchantId, strength: SignStrength): Promise<void> {
    const known = this.#strengths.get(merchantMapKey(merchant));
    if (known === undefined || known < strength) this.#strengths.set(merchantMapKey(merchant), strength);
  }

  async countRequest({ id, now, endsAt }: CountedRequest): Promise<RequestWindow> {
    const known = this.#windows.get(id);
    const isRunning = known !== undefined && known.endsAt > now;
    const window = isRunning ? { ...known, requests: known.requests + 1 } : { requests: 1, endsAt };
    this.#windows.set(id, window);
    return window;
  }

  async deleteEndedWindows(now: Date): Promise<void> {
    for (const [id, { endsAt }] of this.#windows) if (endsAt <= now) this.#windows.delete(id);
  }

  async recordActivity(activity: LastActivity): Promise<void> {
    const known = this.#activities.get(activity.name);
    if (known === undefined || known.at < activity.at) this.#activities.set(activity.name, activity);
  }

  async listActivities(): Promise<readonly LastActivity[]> {
    return [...this.#activities.values()];
  }
}

function merchantMapKey({ tenant, merchantId }: TenantAndMerchantId): string {
  return JSON.stringify([tenant, merchantId]);
}
