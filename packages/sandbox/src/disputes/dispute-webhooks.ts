import { SandboxError } from "../errors.ts";
import { requireMerchant } from "../merchants.ts";
import type { ResolvedOptions } from "../options.ts";
import type { ResolvedDeliveryTarget } from "../orders/resolved-delivery-target.ts";
import type { SqliteDataFile } from "../orders/sqlite-data-file.ts";
import type { OwnAddressChecker } from "../server/own-address-checker.ts";

type StoredTargets = Readonly<Record<string, Omit<ResolvedDeliveryTarget, "url"> & { readonly url: string }>>;

interface DisputeWebhooksDependencies extends Pick<ResolvedOptions, "allowNotifyHosts"> {
  readonly data: SqliteDataFile;
  readonly own: OwnAddressChecker;
}

/** The address of each merchant's dispute webhook. They are stored with the orders. */
export class DisputeWebhooks {
  readonly #options: DisputeWebhooksDependencies;

  constructor(options: DisputeWebhooksDependencies) {
    this.#options = options;
  }

  of(merchantId: string): ResolvedDeliveryTarget | undefined {
    const kept = this.#kept()[merchantId];
    return kept && { ...kept, url: new URL(kept.url) };
  }

  /** Returns the addresses by merchant. */
  urls(): Readonly<Record<string, string>> {
    return Object.fromEntries(Object.entries(this.#kept()).map(([merchantId, { url }]) => [merchantId, url]));
  }

  /**
   * Sets the address of a merchant, or removes it. The host is resolved once, as that of a notify address.
   *
   * @throws SandboxError `unknown_merchant` or `bad_request`
   */
  async set(merchantId: string, url: string | undefined): Promise<void> {
    requireMerchant(merchantId);
    const target = url === undefined ? undefined : await this.#resolve(url);
    const { [merchantId]: _former, ...others } = this.#kept();
    this.#options.data.keep("dispute_webhooks", target ? { ...others, [merchantId]: target } : others);
  }

  async #resolve(url: string): Promise<StoredTargets[string]> {
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
      throw new SandboxError("bad_request", "url: must start with http:// or https://");
    }
    const { own, allowNotifyHosts } = this.#options;
    const target = await own.resolveShopAddress(url, allowNotifyHosts);
    if ("refused" in target) throw new SandboxError("bad_request", `url: ${target.refused}`);
    return { ...target, url: target.url.href };
  }

  #kept(): StoredTargets {
    return this.#options.data.setting<StoredTargets>("dispute_webhooks") ?? {};
  }
}
