import { expect, test } from "vitest";
import type { Options } from "../../src/index.ts";
import { hostedSaleInput, redirectResponse, TestShop } from "../fixtures/test-shop.ts";

const production: Partial<Options> = {
  sandbox: false,
  gateway: "https://gateway.test",
  publicUrl: "https://shop.test/pay",
  merchants: [{ id: "10002", key: "a-key-for-production-only" }],
};

test.each(["http://gateway.test/page/1", "HTTP://127.0.0.1/page"])(
  "a payment page at %s is not used in production (RES-URL)",
  async (page) => {
    const shop = new TestShop(production);
    shop.answer = redirectResponse(page);
    const started = await shop.gateway.start(hostedSaleInput());
    expect(started).toMatchObject({ state: "unreachable", url: expect.stringMatching(/^\/retry\//) });
    expect(shop.events).toContainEqual(
      expect.objectContaining({ event: "response-received", outcome: "unknown", reason: "insecure_url" }),
    );
    const { attempts } = await shop.gateway.status({ reference: "order-1" });
    expect(attempts[0]?.timeline.at(-1)?.text).toContain("insecure_url");
    expect(JSON.stringify(await shop.store.load({ tenant: "default", reference: "order-1" }))).not.toContain(
      page,
    );
    // The next click does not lead there either.
    expect((await shop.gateway.start(hostedSaleInput())).url).not.toBe(page);
  },
);
