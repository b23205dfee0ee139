import { describe, expect, test } from "vitest";
import type { Options, Sale } from "../../src/index.ts";
import { hostedSaleInput, TestShop } from "../fixtures/test-shop.ts";
import { refusalExamples } from "../protocol/refusal/refusal-examples.ts";
import { queryReply } from "../query/query-shop.ts";
import { cardSale } from "./card-sale.ts";

const korean = "중복 주문! 주문을 다시 제출해 주세요.";
const silence = () => new Response("", { status: 502 });
const querying: Partial<Options> = { operations: { query: { minimumGap: 0 } } };
const sales = { card: cardSale, hosted: hostedSaleInput } as const;
type Reply = (form: URLSearchParams) => Response;

/** A shop whose sale was refused with this text. */
async function openRefusal(
  variant: keyof typeof sales,
  msg: string,
  { options = querying, status = "error" }: { options?: Partial<Options>; status?: "error" | 2 } = {},
) {
  const shop = new TestShop(options);
  let reply: Reply = (form) => queryReply(form, { trade_state: "NOTPAY" });
  shop.answer = (form) => (form.has("pay_amount") ? Response.json({ status, msg }) : reply(form));
  const sale: Sale = sales[variant]();
  const started = await shop.gateway.start(sale);
  const form = shop.lastForm;
  const token = (form.get("pay_callbackurl") ?? "").split("/").at(-1) ?? "";
  const counted = (isSale: boolean) =>
    shop.submissions.filter((each) => each.has("pay_amount") === isSale).length;
  return {
    shop,
    started,
    token,
    /** The numbers of requests so far. */
    sent: () => ({ sales: counted(true), queries: counted(false) }),
    answers: (next: Reply) => {
      reply = next;
    },
    /** The waiting page of the buyer asks for the status after these seconds. */
    waits: async (seconds: number) => {
      shop.pass(seconds);
      const request = { attemptId: started.attemptId, token };
      await shop.gateway.buyerStatus(request);
      for (let turns = 0; turns < 3; turns++) await new Promise((resolve) => setImmediate(resolve));
      const { state, url } = await shop.gateway.buyerStatus(request);
      return { state, url };
    },
    again: async () => {
      const { state, reused } = await shop.gateway.start(sales[variant]());
      return { state, reused };
    },
    notify: () => shop.notify({}, form),
  };
}

describe("RES-DUPLICATE: a refusal that says that the order exists", () => {
  test.each(Object.entries(refusalExamples))(
    "bars a second charge of the card, in %s, with or without the query",
    async (_, { duplicate: [msg = ""] }) => {
      for (const options of [{}, querying])
        for (const status of ["error", 2] as const) {
          const { started, again, sent } = await openRefusal("card", msg, { options, status });
          expect(started.state).toBe("waiting");
          expect(await again()).toEqual({ state: "waiting", reused: true });
          expect(sent().sales).toBe(1);
        }
    },
  );

  test("with a payment page that no buyer has ends once the gateway answers that it is not paid", async () => {
    const { started, waits } = await openRefusal("hosted", korean);
    expect(started.state).toBe("waiting");
    expect(await waits(3)).toEqual({ state: "failed", url: "/retry/order-1" });
  });
});

describe("RES-UNCLEAR: a refusal that does not say why", () => {
  test("of a payment page is declined 3 seconds later if the order is not paid", async () => {
    const { shop, started, waits, again } = await openRefusal("hosted", "E1007");
    expect(started).toMatchObject({ state: "waiting", url: expect.stringContaining("/pay/wait/") });
    expect(await waits(2)).toEqual({ state: "pending", url: undefined });
    expect(await waits(1)).toEqual({ state: "failed", url: "/retry/order-1" });
    const [attempt] = (await shop.gateway.status({ reference: "order-1" })).attempts;
    expect(attempt?.timeline.slice(1).map(({ text }) => text)).toEqual([
      "The gateway rejected the request. The gateway's text: E1007",
      "When asked, the gateway answered that the order is not paid.",
      "No answer contradicts that the gateway rejected the request. The attempt has failed.",
    ]);
    expect((await again()).reused).toBe(false);
  });

  test("of a direct charge is declined 15 seconds after the start, because the first copy may be charged until then", async () => {
    const { waits, again, sent } = await openRefusal("card", "E1007");
    expect((await waits(14)).state).toBe("pending");
    expect(await again()).toEqual({ state: "waiting", reused: true });
    expect(await waits(1)).toEqual({ state: "failed", url: "/retry/order-1" });
    expect(sent()).toEqual({ sales: 1, queries: 1 });
    expect(await again()).toMatchObject({ reused: false });
  });

  test.each(["card", "hosted"] as const)("of a %s payment is paid if the order is", async (variant) => {
    const { shop, answers, waits, again } = await openRefusal(variant, "E1007");
    answers(queryReply);
    expect((await waits(15)).state).toBe("paid");
    expect(await again()).toEqual({ state: "paid", reused: true });
    expect(shop.placed).toHaveLength(1);
  });

  test.each<[string, Reply, number]>([
    ["does not know the order", () => Response.json({ status: "error", msg: "no such order" }), 3],
    ["does not answer", silence, 13],
    ["answers without a sign", () => Response.json({ trade_state: "SUCCESS" }), 13],
    ["answers for another merchant", (form) => queryReply(form, { memberid: "7" }), 13],
  ])("is declined if the gateway %s", async (_, reply, seconds) => {
    const { answers, waits } = await openRefusal("hosted", "E1007");
    answers(reply);
    if (seconds > 3) expect((await waits(3)).state).toBe("pending");
    expect((await waits(seconds > 3 ? seconds - 3 : seconds)).state).toBe("failed");
  });

  test.each([
    ["PENDING", "SUCCESS", "paid"],
    ["PROCESSING", "NOTPAY", "failed"],
  ])(
    "stays open while the gateway answers %s, and ends with %s",
    async (...[waiting, trade_state, state]) => {
      const { shop, answers, waits, sent } = await openRefusal("card", "E1007");
      answers((form) => queryReply(form, { trade_state: waiting }));
      for (const seconds of [15, 10, 30, 60, 300]) expect((await waits(seconds)).state).toBe("pending");
      answers((form) => queryReply(form, { trade_state }));
      await shop.sweepAfter(455);
      expect(await shop.state()).toBe(state);
      expect(sent()).toEqual({ sales: 1, queries: 6 });
    },
  );

  test("of a direct charge is not declined earlier because somebody opens the return address", async () => {
    const { shop, started, waits, token } = await openRefusal("card", "E1007");
    await shop.gateway.handleReturn({ attemptId: started.attemptId, token, fields: {} });
    expect((await waits(3)).state).toBe("pending");
    expect((await waits(12)).state).toBe("failed");
  });

  test("of a direct charge is declined in time if the gateway does not answer, however short the hold is", async () => {
    for (const [unknownHold, seconds] of [
      [900, 25],
      [40, 15],
    ] as const) {
      const { shop, answers } = await openRefusal("card", "E1007", { options: { ...querying, unknownHold } });
      answers(silence);
      for (let second = 1; second < seconds; second++) await shop.sweepAfter(1);
      expect(await shop.state()).toBe("pending");
      await shop.sweepAfter(1);
      expect(await shop.state()).toBe("failed");
    }
  });

  test.each<[string, Partial<Options>, number]>([
    ["the query is gone from the options", {}, 0],
    ["the merchant is gone", { ...querying, merchants: [{ id: "10009", key: "sandbox-other-key" }] }, 0],
    ["the process that started it has stopped", querying, 1],
  ])("is declined by the next sweep if %s", async (_, options, queries) => {
    const { shop } = await openRefusal("card", "E1007");
    const later = new TestShop(options, shop.store);
    later.answer = (form) => queryReply(form, { trade_state: "NOTPAY" });
    later.now = new Date(shop.now.getTime() + 15_000);
    await later.gateway.sweep();
    expect([await later.state(), later.submissions.length]).toEqual(["failed", queries]);
  });
});

test.each([
  ["a decline of the card", "card declined", 2, querying],
  ["a decline without a known text", "E1007", 2, querying],
  ["a refusal that says why", "Signature verification failed", "error", querying],
  ["a refusal that does not say why, without the query", "E1007", "error", {}],
] as const)("%s is read at once, and causes no query (RES-UNCLEAR)", async (...[, msg, status, options]) => {
  for (const variant of ["card", "hosted"] as const) {
    const { shop, started, sent } = await openRefusal(variant, msg, { status, options });
    expect(started.state).toBe("declined");
    await shop.sweepAfter(60);
    expect(sent().queries).toBe(0);
  }
});
