import { describe, expect, test, vi } from "vitest";
import type { Options } from "../../src/index.ts";
import { TestShop } from "../fixtures/test-shop.ts";
import { openQueryShop, queryReply } from "../query/query-shop.ts";
import { cardSale } from "../start/card-sale.ts";

const silence = () => new Response("", { status: 502 });

/** The states of the jobs that ask the gateway. */
async function queryJobs(shop: TestShop): Promise<string[]> {
  const { jobs } = await shop.store.load({ tenant: "default", reference: "order-1" }, { newest: 1 });
  return jobs.filter(({ kind }) => kind.startsWith("query-")).map(({ status }) => status);
}

/** A buyer with an open payment page, who comes back from it. */
async function openReturn(options: Partial<Options> = {}) {
  const opened = await openQueryShop(options);
  const { shop, sale, attemptId } = opened;
  const token = (sale.get("pay_callbackurl") ?? "").split("/").at(-1) ?? "";
  return {
    ...opened,
    comesBack: (paymentStatus = "processing") =>
      shop.gateway.handleReturn({ attemptId, token, fields: { paymentStatus, orderID: attemptId } }),
    /** Asks for the status, as the waiting page does, and waits for what that starts. */
    waits: async () => {
      const { state } = await shop.gateway.buyerStatus({ attemptId, token });
      await new Promise((resolve) => setImmediate(resolve));
      return state;
    },
  };
}

describe("QRY-RETURN: a buyer who returned", () => {
  test("and continues to wait after the last query causes no further write", async () => {
    const { shop, comesBack, waits, answers } = await openReturn();
    answers(silence);
    await comesBack();
    await shop.sweepAfter(3, 10, 30, 60, 300);
    const claimJob = vi.spyOn(shop.store, "claimJob");
    expect(await waits()).toBe("pending");
    expect(claimJob).not.toHaveBeenCalled();
  });

  test("causes one query for every browser result, also if the page is reloaded", async () => {
    const { shop, comesBack, queries } = await openReturn();
    for (const word of ["nonsense", "nonsense", "succeeded", "fail"]) await comesBack(word);
    await shop.sweepAfter(3, 0);
    expect(queries()).toHaveLength(1);
    expect(await shop.state()).toBe("paid");
  });

  test("causes five queries in seven minutes, then the job ends without a review item", async () => {
    const { shop, comesBack, waits, queries, reports } = await openReturn();
    reports({ trade_state: "NOTPAY" });
    await comesBack();
    const counts: number[] = [];
    for (const seconds of [3, 10, 30, 60, 300, 600]) {
      shop.pass(seconds - 1);
      await waits();
      shop.pass(1);
      await waits();
      await waits();
      counts.push(queries().length);
    }
    expect(counts).toEqual([1, 2, 3, 4, 5, 5]);
    expect(await shop.itemKinds()).toEqual([]);
  });

  test.each([
    ["after the first queries have ended", [3, 10, 30, 60, 300]],
    ["while the next query is minutes away", [3, 10, 30, 60]],
  ])("again %s causes a further query soon", async (_, times) => {
    const { shop, comesBack, queries, reports } = await openReturn();
    reports({ trade_state: "NOTPAY" });
    await comesBack();
    await shop.sweepAfter(...times);
    reports({});
    await comesBack();
    await shop.sweepAfter(3);
    expect(queries()).toHaveLength(times.length + 1);
    expect(await shop.state()).toBe("paid");
  });

  test("repeatedly causes at most fifty queries", async () => {
    const { shop, comesBack, queries, reports } = await openReturn();
    reports({ trade_state: "NOTPAY" });
    for (let times = 0; times < 200; times++) {
      await comesBack();
      await shop.sweepAfter(3);
    }
    expect(queries().length).toBeGreaterThan(9);
    expect(queries().length).toBeLessThanOrEqual(50);
  });

  test.each([
    ["after", ["notify", "comesBack"]],
    ["before", ["comesBack", "notify"]],
  ] as const)("%s the notification causes no query", async (_, steps) => {
    const opened = await openReturn();
    for (const step of steps) await opened[step]();
    await opened.shop.sweepAfter(3);
    expect(opened.queries()).toEqual([]);
  });

  test("does not wait for the gateway's answer", async () => {
    const { shop, comesBack, waits, answers } = await openReturn();
    let answer: (response: Response) => void = () => undefined;
    answers(() => new Promise((resolve) => (answer = resolve)));
    await comesBack();
    shop.pass(3);
    expect(await waits()).toBe("pending");
    expect(await waits()).toBe("pending");
    const form = shop.lastForm;
    answer(queryReply(form));
    await shop.gateway.close();
    expect(await shop.state()).toBe("paid");
  });

  test.each([
    ["the option", {}],
    ["the merchant", { operations: { query: {} }, merchants: [{ id: "10009", key: "sandbox-other-key" }] }],
  ])("and %s is gone causes no query, and the job ends", async (_, options) => {
    const { shop, comesBack } = await openReturn();
    await comesBack();
    const later = new TestShop(options, shop.store);
    later.now = new Date(shop.now.getTime() + 3000);
    await later.gateway.sweep();
    expect(later.submissions).toEqual([]);
    expect(await queryJobs(later)).toEqual(["completed"]);
    expect(await later.itemKinds()).toEqual([]);
  });
});

/** A shop whose direct charge got this answer, or none. */
async function openCharge(answerToSale: () => Response, options: Partial<Options> = {}) {
  const shop = new TestShop({ operations: { query: {} }, ...options });
  let reply: (form: URLSearchParams) => Response = queryReply;
  shop.answer = (form) => (form.has("pay_amount") ? answerToSale() : reply(form));
  await shop.gateway.start(cardSale());
  return {
    shop,
    queries: () => shop.submissions.filter((form) => !form.has("pay_amount")),
    answers: (next: typeof reply) => {
      reply = next;
    },
  };
}

describe("QRY-CHARGE: a direct charge", () => {
  test.each([
    ["no known outcome", silence],
    ["an approval", () => Response.json({ status: 0 })],
  ])("with %s causes a query after 15 seconds", async (_, answerToSale) => {
    const { shop, queries } = await openCharge(answerToSale);
    await shop.sweepAfter(14);
    expect(queries()).toEqual([]);
    await shop.sweepAfter(1);
    expect(await shop.state()).toBe("paid");
    expect(shop.placed).toHaveLength(1);
  });

  test.each([
    ["a decline", () => Response.json({ status: 2 })],
    ["a page for 3-D Secure", () => Response.json({ status: 1, url: "https://gateway.test/3d" })],
  ])("with %s causes no query", async (_, answerToSale) => {
    const { shop, queries } = await openCharge(answerToSale);
    await shop.sweepAfter(15, 60, 900);
    expect(queries()).toEqual([]);
  });

  test.each([
    [900, [15, 25, 55, 115, 415, 870]],
    [300, [15, 25, 55, 115, 270]],
    [120, [15, 25, 55, 90]],
    [40, [15]],
  ])(
    "with an unknownHold of %i seconds causes a query 30 seconds before its end",
    async (unknownHold, times) => {
      const { shop, queries, answers } = await openCharge(silence, { unknownHold });
      answers((form) => queryReply(form, { trade_state: "NOTPAY" }));
      const asked: number[] = [];
      for (let second = 1; second <= unknownHold; second++) {
        await shop.sweepAfter(1);
        if (queries().length > asked.length) asked.push(second);
      }
      expect(asked).toEqual(times);
    },
  );

  test.each([
    ["is paid, without a transaction ID", { transaction_id: "" }, "review"],
    ["is still being processed", { trade_state: "PENDING" }, "waiting"],
  ])("is not repeated after the hold if the gateway answers that it %s", async (_, fields, state) => {
    const { shop, answers } = await openCharge(silence);
    answers((form) => queryReply(form, fields));
    await shop.sweepAfter(870);
    shop.pass(60);
    expect(await shop.gateway.start(cardSale())).toMatchObject({ reused: true, state });
    expect(shop.submissions.filter((form) => form.has("pay_amount"))).toHaveLength(1);
  });

  test("that the gateway processed and declined can be repeated", async () => {
    const { shop, answers } = await openCharge(silence);
    for (const trade_state of ["PENDING", "NOTPAY"]) {
      answers((form) => queryReply(form, { trade_state }));
      await shop.sweepAfter(25);
    }
    shop.pass(900);
    expect(await shop.gateway.start(cardSale())).toMatchObject({ reused: false });
  });
});
