import { randomBytes } from "node:crypto";
import type { Gateway as Core, PayIndexEvent } from "@pay-index/core";
import { createGateway } from "@pay-index/core/adapter";
import { MemoryStore } from "@pay-index/core/store";
import type { FakeGateway } from "../../packages/express/test/fake-gateway.ts";
import { patience } from "./answer-with-row.ts";
import { encodeMessage, signingKeys } from "./encode-notification.ts";

const productionGateway = "https://gateway.example";

/** Core through its public exports, with Node's own clock, network and chance. In production the gateway has an https address. */
export function openCore(gateway: FakeGateway, { production = false } = {}) {
  const events: PayIndexEvent[] = [];
  const applied: string[] = [];
  const core = createGateway({
    options: {
      gateway: production ? productionGateway : gateway.url,
      publicUrl: production ? "https://shop.example/pay" : "http://127.0.0.1:3000/pay",
      merchants: [{ id: "10002", key: production ? "a-key-for-production-only" : signingKeys.current }],
      sandbox: !production,
      acceptRawCards: true,
    },
    store: new MemoryStore(),
    orders: {
      placeOrder: async ({ payment, checkAmountDue }) => {
        const amount = checkAmountDue(payment.amount);
        applied.push(payment.reference);
        return { placed: {}, amount };
      },
    },
    pages: { orderPage: ({ state }) => `/order?${state}`, retryPage: () => "/retry" },
    platform: {
      now: () => new Date(),
      randomBytes,
      fetch: (address, init) => fetch(String(address).replace(productionGateway, gateway.url), init),
      after: patience,
    },
    onEvent: (event) => events.push(event),
  });
  return { core, events, applied };
}

/** An honest notification about this submission. */
export async function notify(core: Core, form: URLSearchParams): Promise<string> {
  const [attemptId = "", token = ""] = (form.get("pay_notifyurl") ?? "").split("/").slice(-2);
  const contentType = "application/x-www-form-urlencoded";
  const { status, body } = await core.receive({
    attemptId,
    token,
    body: { kind: "raw", bytes: encodeMessage({}, form), contentType },
  });
  return `${status} ${body}`;
}
