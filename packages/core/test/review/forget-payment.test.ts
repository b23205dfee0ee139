import { describe, expect, test } from "vitest";
import { resolve } from "../fixtures/staff.ts";
import { SubscriptionShop } from "../fixtures/subscription-shop.ts";
import { hostedSaleInput, notificationFields, signFields, TestShop } from "../fixtures/test-shop.ts";
import { exampleOperator } from "../payment/example-facts.ts";

const reference = "order-1";
const codesOf = ({ refusals }: { readonly refusals: readonly { readonly code: string }[] }) =>
  refusals.map(({ code }) => code);

async function paid(shop = new TestShop()): Promise<TestShop> {
  await shop.gateway.start(hostedSaleInput());
  await shop.notify();
  return shop;
}

describe("forget", () => {
  test("deletes a payment whose order is placed, and a dry run only counts the records", async () => {
    const shop = await paid();
    const others = { attempts: 1, cycles: 0, links: 0, transactions: 1 };
    const records = { ...others, notifications: 1, jobs: 2, reviewItems: 0 };
    const dry = await shop.gateway.forget({ reference, dryRun: true });
    expect(dry).toEqual({ outcome: "dry-run", refusals: [], records });
    expect(await shop.state()).toBe("paid");
    expect(await shop.gateway.forget({ reference })).toEqual({ outcome: "forgotten", refusals: [], records });
    expect((await shop.gateway.status({ reference })).state).toBe("none");
    expect(await shop.gateway.forget({ reference })).toMatchObject({ outcome: "not-found" });
  });

  test("makes a later notification about the payment unknown", async () => {
    const shop = await paid();
    const form = shop.lastForm;
    await shop.gateway.forget({ reference });
    const reply = await shop.post(signFields({ ...notificationFields(form), transaction_id: "late" }));
    expect(reply).toMatchObject({ status: 404, body: "unknown" });
    expect(shop.placed).toHaveLength(1);
  });

  test("refuses a payment that a buyer can still pay", async () => {
    const shop = new TestShop();
    await shop.gateway.start(hostedSaleInput());
    const result = await shop.gateway.forget({ reference });
    expect(result.outcome).toBe("refused");
    expect(codesOf(result)).toContain("open-attempt");
    expect(await shop.state()).toBe("pending");
  });

  test("refuses an order that is not placed, until staff have resolved its item", async () => {
    const shop = new TestShop();
    shop.placeOrder = async () => ({ refused: { code: "out_of_stock", message: "The last one was sold." } });
    await paid(shop);
    expect(codesOf(await shop.gateway.forget({ reference, dryRun: true }))).toContain("open-review-item");
    await resolve(shop, "record-refund", { kind: "order-not-placed" });
    expect(await shop.gateway.forget({ reference })).toMatchObject({ outcome: "forgotten" });
  });

  test("refuses an order that is placed later", async () => {
    const shop = new TestShop();
    shop.placeOrder = () => Promise.reject(new Error("The database is away."));
    await paid(shop);
    expect(codesOf(await shop.gateway.forget({ reference }))).toEqual(["unfinished-job"]);
  });

  test("old payments are those about which nothing was recorded since an instant", async () => {
    const shop = await paid();
    await shop.gateway.start(hostedSaleInput("link"));
    await shop.notify({ returncode: "2" });
    const link = { endsAt: "2026-03-08T12:00:00Z", operator: exampleOperator };
    await shop.gateway.createPaymentLink({ reference: "link", ...link });
    shop.now = new Date(shop.now.getTime() + 1000);
    await shop.gateway.start(hostedSaleInput("unpaid"));
    await shop.gateway.start(hostedSaleInput("recently-paid"));
    shop.now = new Date(shop.now.getTime() + 86_400_000);
    const before = shop.now;
    await shop.notify();
    await shop.gateway.start(hostedSaleInput("young"));
    const forget = async (request: object) => {
      const all: string[][] = [];
      for await (const { reference, outcome } of shop.gateway.forgetOldPayments({ before, ...request }))
        all.push([reference, outcome]);
      return all;
    };
    const refused = ["unpaid", "refused"];
    expect(await forget({ dryRun: true })).toEqual([refused, [reference, "dry-run"]]);
    expect(await forget({ tenants: ["other"] })).toEqual([]);
    expect(await forget({})).toEqual([refused, [reference, "forgotten"]]);
    expect(await forget({})).toEqual([refused]);
    const later = new Date(before.getTime() + 1000);
    await expect(forget({ before: later })).rejects.toMatchObject({ code: "query_invalid" });
  });

  test("refuses a running subscription until it is closed", async () => {
    const shop = await SubscriptionShop.begin();
    await shop.cycle(1);
    expect(codesOf(await shop.gateway.forget({ reference }))).toEqual(["running-subscription"]);
    await shop.cycle(2, { enabled: "0" });
    // The check of the next cycle finds that it will not come.
    await shop.passDays(60);
    expect(await shop.gateway.forget({ reference })).toMatchObject({ outcome: "forgotten" });
  });
});
