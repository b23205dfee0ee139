import { PayIndexError, type Problem, problemsOfSchemaIssues } from "../errors.ts";
import {
  createTenantMerchantsSchema,
  type LoadMerchants,
  type Merchant,
  toMerchant,
} from "../options/merchant-list.ts";
import type { Settings } from "../options/settings.ts";
import { type Platform, waitAtMost } from "../platform.ts";

/** Seconds for which an answer of the shop's function is used. */
const freshFor = 10;
/** The number of tenants whose merchants a process remembers. */
const rememberedTenants = 1000;

/** What loading needs. */
interface TenantMerchantsOptions {
  readonly load: LoadMerchants;
  readonly sandbox: boolean;
  /** Seconds to wait for the function. */
  readonly replyWithin: number;
  readonly platform: Pick<Platform, "now" | "after">;
}

interface Loaded {
  readonly merchants: readonly Merchant[];
  /** Milliseconds. */
  readonly loadedAt: number;
}

/** The merchants of each tenant, as the shop's function returns them. */
class TenantMerchants {
  readonly #loading: TenantMerchantsOptions;
  readonly #loaded = new Map<string, Loaded>();
  readonly #running = new Map<string, Promise<readonly Merchant[]>>();

  constructor(loading: TenantMerchantsOptions) {
    this.#loading = loading;
  }

  /**
   * Returns the first merchant that matches. Asks the function if the last answer has none or is too old, so that a new merchant sells at
   * once.
   *
   * @throws PayIndexError `merchants_unavailable`
   */
  async find(tenant: string, matches: (merchant: Merchant) => boolean): Promise<Merchant | undefined> {
    return this.#fresh(tenant)?.find(matches) ?? (await this.#loadOnce(tenant)).find(matches);
  }

  /** Returns all merchants of the tenant. @throws PayIndexError `merchants_unavailable` */
  async list(tenant: string): Promise<readonly Merchant[]> {
    return this.#fresh(tenant) ?? (await this.#loadOnce(tenant));
  }

  #fresh(tenant: string): readonly Merchant[] | undefined {
    const loaded = this.#loaded.get(tenant);
    if (loaded === undefined) return undefined;
    return this.#now() - loaded.loadedAt < freshFor * 1000 ? loaded.merchants : undefined;
  }

  /** Runs one call at a time for each tenant. A late call is abandoned, so that it does not block the tenant for ever. */
  #loadOnce(tenant: string): Promise<readonly Merchant[]> {
    const running = this.#running.get(tenant);
    if (running !== undefined) return running;
    const loading = this.#load(tenant).finally(() => this.#running.delete(tenant));
    this.#running.set(tenant, loading);
    return loading;
  }

  async #load(tenant: string): Promise<readonly Merchant[]> {
    const answer = await this.#callInTime(tenant);
    const { sandbox } = this.#loading;
    const checked = createTenantMerchantsSchema({ tenant, sandbox }).safeParse({ merchants: answer });
    if (!checked.success)
      throw unavailable(
        tenant,
        "returned merchants that cannot be used",
        problemsOfSchemaIssues(checked.error.issues),
      );
    const merchants = checked.data.merchants.map(toMerchant);
    this.#remember(tenant, merchants);
    return merchants;
  }

  async #callInTime(tenant: string): Promise<unknown> {
    const { load, replyWithin, platform } = this.#loading;
    const late = new AbortController();
    const call = Promise.resolve().then(() => load({ tenant, signal: late.signal }));
    const answering = call.then(
      (answer) => ({ answer }),
      (error) => Promise.reject(thrown(tenant, error)),
    );
    const answered = await waitAtMost(platform, replyWithin * 1000, answering);
    if (answered !== undefined) return answered.answer;
    late.abort();
    throw unavailable(tenant, `did not answer within ${replyWithin} seconds`);
  }

  /** Forgets the tenant that was loaded first if there are too many. */
  #remember(tenant: string, merchants: readonly Merchant[]): void {
    this.#loaded.delete(tenant);
    const [oldest] = this.#loaded.keys();
    if (oldest !== undefined && this.#loaded.size >= rememberedTenants) this.#loaded.delete(oldest);
    this.#loaded.set(tenant, { merchants, loadedAt: this.#now() });
  }

  #now(): number {
    return this.#loading.platform.now().getTime();
  }
}

/** Leaves out the message and the cause: the function works with keys, and an error can quote what could not be read. */
function thrown(tenant: string, error: unknown): PayIndexError {
  const { name, code } = Object(error) as { readonly name?: unknown; readonly code?: unknown };
  const kind = typeof name === "string" && /^[A-Z][A-Za-z]{0,40}$/.test(name) ? name : "an error";
  const reason = typeof code === "string" && /^E[A-Z_]{2,40}$/.test(code) ? ` (${code})` : "";
  return unavailable(tenant, `threw ${kind}${reason}. To see its message, log it in the function`);
}

function unavailable(tenant: string, what: string, problems: readonly Problem[] = []): PayIndexError {
  const message = `The function merchants ${what}. Tenant: ${JSON.stringify(tenant)}. Nothing was created or sent.`;
  return new PayIndexError("merchants_unavailable", message, { problems });
}

/**
 * Returns the first merchant of a tenant that matches.
 *
 * @throws PayIndexError `merchants_unavailable`, only if the merchants come from a function of the shop
 */
export type FindMerchant = (
  tenant: string,
  matches: (merchant: Merchant) => boolean,
) => Promise<Merchant | undefined>;

/**
 * Returns the merchants of these tenants. Default: all merchants of the options; none if they come from a function of the shop.
 *
 * @throws PayIndexError `merchants_unavailable`, only if the merchants come from a function of the shop
 */
export type ListMerchants = (tenants?: readonly string[]) => Promise<readonly Merchant[]>;

interface MerchantSearch {
  readonly findMerchant: FindMerchant;
  readonly listMerchants: ListMerchants;
}

/** Creates the search for merchants: in the list of the options, or in what the shop's function returns. */
export function createMerchantSearch(
  settings: Pick<Settings, "merchants" | "sandbox" | "replyWithin">,
  platform: Pick<Platform, "now" | "after">,
): MerchantSearch {
  const { merchants } = settings;
  if (typeof merchants !== "function")
    return {
      findMerchant: async (tenant, matches) =>
        merchants.find((each) => each.tenant === tenant && matches(each)),
      listMerchants: async (tenants) =>
        tenants === undefined ? merchants : merchants.filter(({ tenant }) => tenants.includes(tenant)),
    };
  const loaded = new TenantMerchants({ ...settings, load: merchants, platform });
  return {
    findMerchant: (tenant, matches) => loaded.find(tenant, matches),
    listMerchants: async (tenants = []) =>
      (await Promise.all([...new Set(tenants)].map((tenant) => loaded.list(tenant)))).flat(),
  };
}
