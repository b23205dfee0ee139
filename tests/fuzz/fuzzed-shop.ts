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
  readonly log: PayIndexEvent[] = [];
  readonly store = new MemoryStore();
  readonly gateway: Gateway;
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
        placeOrder: async ({ payment, checkAmountDue }) => ({
          placed: { id: "order" },
          amount: checkAmountDue(payment.amount),
        }),
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
