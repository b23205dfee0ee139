import { expect, test } from "vitest";
import type { AttemptFilter } from "../../src/index.ts";
import { resolve } from "../fixtures/staff.ts";
import { buyer, hostedSaleInput, TestShop } from "../fixtures/test-shop.ts";

async function startedShop(references: readonly string[]) {
  const shop = new TestShop();
  const ids: string[] = [];
  for (const reference of references) {
    ids.push((await shop.gateway.start(hostedSaleInput(reference))).attemptId);
    shop.pass(60);
  }
  return { shop, ids };
}

test("B-04: a new attempt is listed with the data of the sale and without the buyer's data", async () => {
  const { shop, ids } = await startedShop(["order-1"]);
  const page = await shop.gateway.attempts();
  expect(page).toEqual({
    attempts: [
      {
        attemptId: ids[0],
        tenant: "default",
        merchantTenant: "default",
        reference: "order-1",
        variant: "hosted",
        state: "pending",
        amount: { minor: 1999, currency: "USD" },
        chargedAmount: { minor: 1999, currency: "USD" },
        startedAt: "2026-03-01T12:00:00.000Z",
        transactionIds: [],
        hasOpenReviewItems: false,
      },
    ],
    next: undefined,
  });
  // The random id of the attempt can contain the country.
  const withoutIds = JSON.stringify(page).replaceAll(ids[0] ?? "", "");
  for (const secret of Object.values(buyer)) expect(withoutIds).not.toContain(secret);
});

test("B-04: each group has the attempts in its states, and together the groups have every attempt", async () => {
  const { shop } = await startedShop(["open"]);
  const reports = { paid: {}, failed: { returncode: "2" }, review: { true_amount: "0.01" } };
  for (const [reference, fields] of Object.entries(reports)) {
    await shop.gateway.start(hostedSaleInput(reference));
    await shop.notify(fields);
    shop.pass(60);
  }
  for (const group of ["open", "failed", "review", "paid"] as const) {
    const { attempts } = await shop.gateway.attempts({ group });
    expect(attempts.map(({ reference }) => reference)).toEqual([group]);
    expect(attempts[0]?.hasOpenReviewItems).toBe(group === "review");
    expect(attempts[0]?.transactionIds).toEqual(group === "open" ? [] : ["202603010001"]);
  }
  expect((await shop.gateway.attempts()).attempts).toHaveLength(4);
});

test("an attempt that staff dismissed is in the group of failed ones", async () => {
  const { shop } = await startedShop(["order-1"]);
  await resolve(shop, "dismiss");
  const { attempts } = await shop.gateway.attempts({ group: "failed" });
  expect(attempts.map(({ state }) => state)).toEqual(["closed"]);
});

test("a search ignores the spaces around its text, and without a text finds every attempt", async () => {
  const { shop } = await startedShop(["order-1", "order-2"]);
  const found = (await shop.gateway.attempts({ text: " order-2 " })).attempts;
  expect(found.map(({ reference }) => reference)).toEqual(["order-2"]);
  expect((await shop.gateway.attempts({ text: "  ", references: ["order-1"] })).attempts).toHaveLength(2);
  expect((await shop.gateway.attempts({ text: "ada", references: ["order-1"] })).attempts).toHaveLength(1);
});

test.each([
  ["group", [{ group: "closed" }]],
  ["text", [{ text: "x".repeat(201) }, { text: ["order-1"] }]],
  ["references", [{ references: Array.from({ length: 101 }, String) }]],
  ["tenants", [{ tenants: Array.from({ length: 21 }, String) }]],
  ["limit", [0, 101, 1.5].map((limit) => ({ limit }))],
  ["after", [{ after: "N1" }]],
] as const)("a list with an invalid %s is refused", async (path, queries) => {
  const { gateway } = new TestShop();
  const refusal = { code: "query_invalid", problems: [{ path }] };
  for (const query of queries)
    await expect(gateway.attempts(query as unknown as AttemptFilter)).rejects.toMatchObject(refusal);
});

test("a list after an attempt that does not exist is refused", async () => {
  const listing = new TestShop().gateway.attempts({ after: "00000000000000000000" });
  await expect(listing).rejects.toMatchObject({ code: "attempt_unknown" });
});
