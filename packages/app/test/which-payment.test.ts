import { expect, test } from "vitest";
import { openPayment, resumePayment, type ShopPaymentStatus } from "../src/index.ts";
import { browserWithOutcome, InspectableStorage, leave } from "./fake-opener-and-storage.ts";

const url = "https://gateway.example/pay/1";
const returned = (query: string) => `https://shop.example/paid${query}` as const;

/** The ids with which the shop was asked, and a shop that answers about them, or about `named`. */
function shop(state: string, named?: string) {
  const asked: string[] = [];
  const status = async (attemptId: string): Promise<ShopPaymentStatus> => {
    asked.push(attemptId);
    return { state, orderId: named ?? attemptId };
  };
  return { asked, status };
}

interface Case {
  /** The payments that were opened in this tab or app, in their order. */
  readonly open?: readonly string[];
  readonly query?: string;
  /** The attempt that the shop's answer names. Default: the one that was asked about. */
  readonly named?: string;
  readonly asked: string;
  /** The payment that is stored afterwards. */
  readonly left?: string;
}

const paid = (orderId: string) => ({ orderId, status: 1, confirmed: true });
const message = "The payment is not confirmed yet.";
const unconfirmed = (orderId: string) => ({ orderId, status: 0, confirmed: false, message });
const failedA = "?paymentStatus=failed&orderID=A";

test.each<[what: string, Case]>([
  ["one order", { open: ["A"], query: failedA, asked: "A" }],
  ["the older of two orders", { open: ["A", "B"], query: failedA, asked: "A", left: "B" }],
  ["the newer of two orders", { open: ["A", "B"], query: "?orderID=B", asked: "B" }],
  ["a return that names no order", { open: ["A", "B"], query: "", asked: "B" }],
  ["another tab's order, in shared storage", { open: ["B"], query: "?orderID=A", asked: "A", left: "B" }],
  ["the bank's app, in a tab without a payment", { query: "?orderID=A", asked: "A" }],
  ["back without a return", { open: ["A"], asked: "A" }],
  [
    "an answer about another attempt",
    { open: ["A"], query: "?orderID=A", named: "B", asked: "A", left: "A" },
  ],
  [
    "an answer about the newer order",
    { open: ["A", "B"], query: "?orderID=A", named: "B", asked: "A", left: "B" },
  ],
  ["an answer about another attempt, without a return", { open: ["A"], named: "B", asked: "A", left: "A" }],
])("a return is about the order that it names (B-42): %s", async (_, row) => {
  const { open = [], query, named, asked, left } = row;
  const storage = new InspectableStorage();
  const questions = shop("paid", named);
  for (const attemptId of open) await leave(storage, attemptId);
  const opener = query === undefined ? {} : { openedBy: () => returned(query) };
  const browser = browserWithOutcome("closed", opener);
  const result = named === undefined ? paid(asked) : unconfirmed(asked);
  expect(await resumePayment({ browser, storage, status: questions.status })).toMatchObject(result);
  expect(questions.asked).toEqual([asked]);
  expect(JSON.parse((await storage.getItem("pay-index")) ?? "{}").attemptId).toBe(left);
});

test("a reload after the result reports the order of the return again, and not a later one", async () => {
  const storage = new InspectableStorage();
  await leave(storage, "A");
  const { asked, status } = shop("paid");
  const browser = browserWithOutcome("closed", { openedBy: () => returned("?orderID=A") });
  for (const _ of ["return", "reload"])
    expect(await resumePayment({ browser, storage, status })).toMatchObject(paid("A"));
  await leave(storage, "B");
  expect(await resumePayment({ browser, storage, status })).toMatchObject(paid("A"));
  expect(asked).toEqual(["A", "A", "A"]);
});

test("an answer that arrives after the page has opened another payment is about its own, and the other stays stored", async () => {
  const storage = new InspectableStorage();
  const answer = Promise.withResolvers<ShopPaymentStatus>();
  const payment = { url, browser: browserWithOutcome("closed"), storage, attemptId: "A" };
  const result = openPayment({ ...payment, status: () => answer.promise });
  await leave(storage, "B");
  answer.resolve({ state: "paid" });
  expect(await result).toMatchObject(paid("A"));
  expect([...storage.kept.values()].join()).toContain('"attemptId":"B"');
});
