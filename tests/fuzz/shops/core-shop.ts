import type { Gateway, PayIndexEvent } from "@pay-index/core";
import { createGateway, type Platform } from "@pay-index/core/adapter";
import type { NotificationBody } from "@pay-index/core/protocol";
import { MemoryStore } from "@pay-index/core/store";
import type { FuzzedAttempt } from "../fuzzed-attempt.ts";
import type { NotifyRequest } from "../oracle/expected-reply.ts";
import { Random } from "../random.ts";
import { createFuzzedAttempt, createSale } from "./create-sale.ts";
import type {
  FuzzedShop,
  PlacedOrders,
  SaleRequest,
  ShopReply,
  ShopSettings,
  StatusSummary,
} from "./fuzzed-shop.ts";
import { summarizeStatus } from "./summarize-status.ts";

const address = "http://127.0.0.1:3000/pay";

/** What a test removes or breaks, to show that the fuzz notices. */
export interface CoreSabotage {
  readonly wrap?: (gateway: Gateway, shop: CoreShop) => Gateway;
}

/** Core's payment engine in one process, without HTTP: the fastest way to many notifications, and the same every time. */
export class CoreShop implements FuzzedShop {
  readonly settings: ShopSettings;
  readonly placed: PlacedOrders = { orders: new Map(), renewals: new Map() };
  readonly #store = new MemoryStore();
  readonly #gateway: Gateway;
  readonly #log: PayIndexEvent[] = [];
  readonly #grown = new Set<string>();
  #random = new Random("unused");
  #form = new URLSearchParams();

  constructor(settings: ShopSettings, { wrap = (gateway) => gateway }: CoreSabotage = {}) {
    this.settings = settings;
    const gateway = createGateway({
      options: {
        gateway: "http://127.0.0.1:4400",
        publicUrl: address,
        sandbox: true,
        acceptRawCards: true,
        merchants: settings.merchants.map((merchant) => ({
          ...merchant,
          previousKeys: [...merchant.previousKeys],
          variants: [...merchant.variants],
        })),
        ...(settings.rules === undefined ? {} : { signRules: [...settings.rules] }),
      },
      store: this.#store,
      orders: {
        placeOrder: async ({ payment, checkAmountDue }) => {
          const { minor, currency } = payment.amount;
          const isGrown = this.#grown.has(payment.reference);
          const amount = checkAmountDue({ minor: isGrown ? minor + 1 : minor, currency });
          incrementCount(this.placed.orders, payment.reference);
          return { placed: { id: "order" }, amount };
        },
        placeRenewal: async ({ payment, cycle, complete }) => {
          const name = `${payment.attemptId}/${cycle.number}`;
          await complete(undefined as never, "renewal");
          incrementCount(this.placed.renewals, name);
          return { placed: {} };
        },
      },
      pages: { orderPage: ({ reference }) => `/orders/${reference}` },
      platform: this.#platform(),
      onEvent: (event) => this.#log.push(event),
    });
    this.#gateway = wrap(gateway, this);
  }

  async start(request: SaleRequest, random: Random): Promise<FuzzedAttempt> {
    this.#random = random;
    const { statusUrl } = await this.#gateway.start(createSale(request));
    return createFuzzedAttempt({ request, settings: this.settings, form: this.#form, statusUrl });
  }

  grow(reference: string): void {
    this.#grown.add(reference);
  }

  receive({ attemptId, token, body, contentType }: NotifyRequest): Promise<ShopReply> {
    const raw: NotificationBody = { kind: "raw", bytes: body, contentType };
    return this.#gateway.receive({ attemptId, token, body: raw });
  }

  async status({ reference, tenant }: Pick<FuzzedAttempt, "reference" | "tenant">): Promise<StatusSummary> {
    return summarizeStatus(await this.#gateway.status({ reference, tenant }));
  }

  async stored({ reference, tenant }: Pick<FuzzedAttempt, "reference" | "tenant">): Promise<string> {
    return JSON.stringify(await this.#store.load({ reference, tenant }, { cycles: "all", newest: 1000 }));
  }

  async quarantined({ attemptId }: Pick<FuzzedAttempt, "attemptId">): Promise<number | undefined> {
    return (await this.#store.findAttempt(attemptId))?.quarantine.length;
  }

  /** For tests of the fuzz itself. */
  log(event: PayIndexEvent): void {
    this.#log.push(event);
  }

  /** The form of the sale that was started last, as its gateway received it. */
  get lastForm(): URLSearchParams {
    return this.#form;
  }

  /** The verbs of staff pages. */
  get staff(): Pick<Gateway, "resolveReviewItem" | "retryReviewItem" | "reviewItems"> {
    return this.#gateway;
  }

  takeLog(): string[] {
    return this.#log.splice(0).map((event) => JSON.stringify(event));
  }

  close(): Promise<void> {
    return this.#gateway.close();
  }

  #platform(): Platform {
    const start = Date.UTC(2026, 10, 22);
    return {
      now: () => new Date(start),
      after: () => () => undefined,
      randomBytes: (size) => this.#random.bytes(size),
      fetch: async (_, init) => {
        this.#form = new URLSearchParams(String(init?.body));
        const url = `http://127.0.0.1:4400/page/${this.#form.get("pay_orderid")}`;
        return new Response(JSON.stringify({ status: 1, url }));
      },
    };
  }
}

export function incrementCount(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
