import { describe, expect, test } from "vitest";
import { MemoryStore } from "../../src/entries/store.ts";
import { signFields, TestShop } from "../fixtures/test-shop.ts";
import {
  disputeFields,
  paidShop,
  postDispute,
  postSignedDispute,
  webhookPath,
} from "../inbox/dispute-shop.ts";

const options = { operations: { disputeWebhook: {} } };
const two = [
  { id: "10001", key: "sandbox-card-key", tenant: "a", variants: ["card" as const] },
  { id: "10002", key: "sandbox-hosted-key", tenant: "b/ü", variants: ["hosted" as const] },
];

const setup = { database: "memory", schedule: "none" };
const ready = (shop: TestShop) => shop.events.find((each) => each.event === "ready");

/** Waits for what runs in the background. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("the addresses of the dispute webhooks (DSP-ADDRESS)", () => {
  test("name tenant and merchant, end with a token, and are the same in each process", async () => {
    const shop = new TestShop({ ...options, merchants: two });
    const webhooks = await shop.gateway.disputeWebhooks();
    const urlTo = (path: string) =>
      expect.stringMatching(new RegExp(`^http://shop.test/pay/dispute/${path}/[0-9A-Z]{26}$`));
    expect(webhooks).toEqual([
      { tenant: "a", merchantId: "10001", url: urlTo("a/10001") },
      { tenant: "b/ü", merchantId: "10002", url: urlTo("b%2F%C3%BC/10002") },
    ]);
    expect(await new TestShop({ ...options, merchants: two }, shop.store).gateway.disputeWebhooks()).toEqual(
      webhooks,
    );
    expect(await shop.gateway.disputeWebhooks({ tenants: ["a"] })).toEqual(webhooks.slice(0, 1));
  });

  test("have a token that opens the webhook of this merchant only", async () => {
    const shop = new TestShop({ ...options, merchants: two });
    const { token } = await webhookPath(shop);
    const codeOf = async ({ tenant, id: merchantId }: (typeof two)[number]) =>
      (await postDispute(shop, {}, { tenant, merchantId, token })).body;
    expect(await Promise.all(two.map(codeOf))).toEqual(["malformed", "unknown"]);
  });

  test("stay valid for two rotations of the secret, and new ones are listed (URL-TOKENS)", async () => {
    const shop = await paidShop();
    const address = await webhookPath(shop);
    const post = () => postDispute(shop, signFields(disputeFields(shop)), address);
    await shop.gateway.rotateSecret();
    expect(await webhookPath(shop)).not.toEqual(address);
    await shop.gateway.rotateSecret();
    expect((await post()).body).toBe("OK");
    await shop.gateway.rotateSecret();
    expect((await post()).body).toBe("unknown");
    expect((await postSignedDispute(shop)).body).toBe("OK");
  });

  test("of a function of the shop are listed for the named tenants", async () => {
    const shop = new TestShop({
      ...options,
      merchants: ({ tenant }) => [{ id: `1-${tenant}`, key: "sandbox-a-key" }],
    });
    expect(await shop.gateway.disputeWebhooks()).toEqual([]);
    expect(await shop.gateway.disputeWebhooks({ tenants: ["x", "y"] })).toMatchObject([
      { tenant: "x", merchantId: "1-x" },
      { tenant: "y", merchantId: "1-y" },
    ]);
  });
});

describe("the event ready", () => {
  test("comes at once and without addresses if the shop has no dispute webhook", () => {
    const shop = new TestShop();
    shop.gateway.reportReady(setup);
    expect(ready(shop)).not.toHaveProperty("disputeWebhooks");
  });

  test("says so if the store is unavailable, or the merchants come from a function", async () => {
    const store = new MemoryStore();
    store.secrets = () => Promise.reject(new Error("connection lost"));
    const offline = new TestShop(options, store);
    offline.gateway.reportReady(setup);
    const dynamic = new TestShop({ ...options, merchants: () => [] });
    dynamic.gateway.reportReady(setup);
    await settled();
    expect(ready(offline)).toMatchObject({ disputeWebhooks: "unavailable" });
    expect(ready(dynamic)).toMatchObject({ disputeWebhooks: "function" });
  });
});

test("the health of the gateway contains the addresses of its tenants, also while a function merchants fails", async () => {
  const shop = new TestShop({ ...options, merchants: two });
  const { disputeWebhooks } = await shop.gateway.health({ tenants: ["a"] });
  expect(disputeWebhooks).toEqual(await shop.gateway.disputeWebhooks({ tenants: ["a"] }));
  const failing = new TestShop({ ...options, merchants: () => JSON.parse("no") });
  expect((await failing.gateway.health({ tenants: ["a"] })).disputeWebhooks).toEqual([]);
});
