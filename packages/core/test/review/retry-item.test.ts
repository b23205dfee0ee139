import { describe, expect, test, vi } from "vitest";
import type { Operator } from "../../src/index.ts";
import { hostedSaleInput, TestShop } from "../fixtures/test-shop.ts";
import { exampleOperator } from "../payment/example-facts.ts";

/** A paid order that the shop could not place: one review item. */
async function unplaced() {
  const shop = new TestShop();
  await shop.gateway.start(hostedSaleInput());
  shop.placeOrder = async () => ({ refused: { code: "out_of_stock", message: "The last one was sold." } });
  await shop.notify();
  const [item] = await shop.gateway.reviewItems();
  if (item === undefined) throw new Error("there is no item");
  const byStaff = async () => {
    const [attempt] = (await shop.gateway.status({ reference: "order-1" })).attempts;
    return attempt?.timeline.filter(({ source }) => source === "operator").map(({ text }) => text);
  };
  const retry = (operator: Operator = exampleOperator) => shop.gateway.retryReviewItem(item.id, { operator });
  return { shop, item, byStaff, retry };
}

describe("a retry (M3)", () => {
  test("is stored before the order port runs", async () => {
    const { shop, byStaff, retry } = await unplaced();
    let known: unknown;
    shop.placeOrder = async () => {
      known = await byStaff();
      return { placed: { id: "late-order" } };
    };
    expect(await retry()).toEqual({ outcome: "done" });
    expect(known).toEqual(["user_1 (Grace) retried the review item order-not-placed."]);
  });

  test("returns whether the order was placed, is still refused, or runs again later; a resolved or missing item stores nothing", async () => {
    const { shop, byStaff, retry } = await unplaced();
    const problem = { code: "out_of_stock", message: "The last one was sold." };
    expect(await retry()).toEqual({ outcome: "failed", problem });
    shop.placeOrder = () => Promise.reject(new Error("The database is away."));
    expect(await retry()).toMatchObject({
      outcome: "postponed",
      problem: { message: "The database is away." },
      dueAt: expect.stringContaining("2026-03-01T12:0"),
    });
    shop.placeOrder = async () => ({ placed: { id: "late-order" } });
    expect(await retry()).toEqual({ outcome: "done" });
    expect(await retry()).toEqual({ outcome: "not-run" });
    expect(await shop.gateway.retryReviewItem("gone", { operator: exampleOperator })).toEqual({
      ...{ outcome: "not-run" },
    });
    expect(await byStaff()).toHaveLength(1);
  });

  test("that cannot be stored does not run, and the item can be retried", async () => {
    const { shop, byStaff, retry } = await unplaced();
    shop.placeOrder = async () => ({ placed: {} });
    const commit = vi.spyOn(shop.store, "commit").mockRejectedValue(new Error("disk full"));
    await expect(retry()).rejects.toMatchObject({ code: "store_unavailable" });
    expect([await shop.itemKinds(), await byStaff()]).toEqual([["order-not-placed"], []]);
    commit.mockRestore();
    expect(await retry()).toEqual({ outcome: "done" });
    expect(await shop.itemKinds()).toEqual([]);
  });
});
