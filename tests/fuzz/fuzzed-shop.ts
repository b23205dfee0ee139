import type { Gateway, PayIndexEvent } from "@pay-index/core";
import { createGateway, type Platform } from "@pay-index/core/adapter";
import { MemoryStore } from "@pay-index/core/store";
import { createFuzzedAttempt, createSale, type FuzzedAttempt } from "./create-sale.ts";
import type { NotifyRequest } from "./oracle/expected-reply.ts";
import { Random } from "./random.ts";
import type { SaleRequest, ShopSettings } from "./random-settings.ts";

/** Another gateway around the shop's own: a test breaks a promise to show that the fuzz notices. */
export type WrapGateway = (gateway: Gateway, shop: FuzzedShop) => Gateway;

/** How a shop under test answers one request. */
export interface ShopReply {
  readonly status: number;
  readonly body: string;
}

/** Core's payment engine in one process, without HTTP: the fastest way to many notifications, and the same every time. */
export class FuzzedShop {
  readonly settings: ShopSettings;
  /** How often the shop placed each order, and each cycle of an attempt. */
  readonly placed = { orders: new Map<string, number>(), renewals: new Map<string, number>() };
  readonly log: PayIndexEvent[] = [];
  readonly store = new MemoryStore();
  readonly gateway: Gateway;
  readonly #grown = new Set<string>();
  #random = new Random("unused");
  #form = new URLSearchParams();

  constructor(settings: ShopSettings, wrap: WrapGateway = (gateway) => gateway) {
    this.settings = settings;
    const gateway = createGateway({
      options: {
        gateway: "http://127.0.0.1:4400",
        publicUrl: "http://127.0.0.1:3000/pay",
        sandbox: true,
        acceptRawCards: true,
        merchants: settings.merchants.map((merchant) => ({
          ...merchant,
          previousKeys: [...merchant.previousKeys],
          variants: [...merchant.variants],
        })),
        ...(settings.rules === undefined ? {} : { signRules: [...settings.rules] }),
      },
      store: this.store,
      orders: {
        placeOrder: async ({ payment, checkAmountDue }) => {
          const { minor, currency } = payment.amount;
          const isGrown = this.#grown.has(payment.reference);
          const amount = checkAmountDue({ minor: isGrown ? minor + 1 : minor, currency });
          incrementCount(this.placed.orders, payment.reference);
          return { placed: { id: "order" }, amount };
        },
        placeRenewal: async ({ payment, cycle, complete }) => {
          await complete(undefined as never, "renewal");
          incrementCount(this.placed.renewals, `${payment.attemptId}/${cycle.number}`);
          return { placed: {} };
        },
      },
      pages: { orderPage: ({ reference }) => `/orders/${reference}` },
      platform: this.#platform(),
      onEvent: (event) => this.log.push(event),
    });
    this.gateway = wrap(gateway, this);
  }

  async start(request: SaleRequest, random: Random): Promise<FuzzedAttempt> {
    this.#random = random;
    await this.gateway.start(createSale(request));
    return createFuzzedAttempt(request, this.settings, this.#form);
  }

  /** From now on the order costs more than its attempts ask for. */
  grow(reference: string): void {
    this.#grown.add(reference);
  }

  receive({ attemptId, token, body, contentType }: NotifyRequest): Promise<ShopReply> {
    return this.gateway.receive({ attemptId, token, body: { kind: "raw", bytes: body, contentType } });
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
