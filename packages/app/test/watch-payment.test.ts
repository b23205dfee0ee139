import { beforeEach, expect, test, vi } from "vitest";
import type { PaymentResult } from "../src/index.ts";
import { watchPayment } from "../src/watch-payment.ts";

const url = "https://shop.example/pay/state/A1/token";
/** The page of the buyer, whose events Node does not have. */
let page: EventTarget;
let states: (string | undefined)[];
let asked: number;
let reported: PaymentResult[];

beforeEach(() => {
  [page, states, asked, reported] = [new EventTarget(), [], 0, []];
  for (const name of ["addEventListener", "removeEventListener"] as const)
    vi.stubGlobal(name, page[name].bind(page));
  vi.stubGlobal("fetch", async () => {
    asked += 1;
    const state = states.length > 1 ? states.shift() : states[0];
    return state === undefined ? new Response(null, { status: 503 }) : Response.json({ state });
  });
  vi.useFakeTimers();
  return () => void vi.useRealTimers();
});

const watch = () => watchPayment(url, (result) => reported.push(result));
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);
const unconfirmed = { status: 0, message: "The payment is not confirmed yet." };

test("a payment is reported once for each change, and the shop is not asked after it is paid", async () => {
  states = ["pending", "pending", undefined, "paid"];
  watch();
  await seconds(60);
  expect(reported).toMatchObject([
    { ...unconfirmed, confirmed: true },
    { status: 1, confirmed: true },
  ]);
  page.dispatchEvent(new Event("online"));
  await seconds(3600);
  expect(asked).toBe(4);
});

test("a shop that does not answer is reported, and asked again", async () => {
  states = [undefined, "paid"];
  watch();
  await seconds(2);
  expect(reported).toMatchObject([
    { status: 0, message: "The shop could not be asked.", confirmed: false },
    { status: 1, confirmed: true },
  ]);
});

test("the pauses grow to half a minute, and end after an hour, until the buyer returns to the page", async () => {
  states = ["pending"];
  watch();
  await seconds(9);
  expect(asked).toBe(6);
  await seconds(3630);
  const whileWatching = asked;
  expect(whileWatching).toBeLessThan(150);
  await seconds(3600);
  expect(asked).toBe(whileWatching);
  page.dispatchEvent(new Event("visibilitychange"));
  await seconds(0);
  expect(asked).toBe(whileWatching + 1);
});

test("after a failure the shop is asked when the buyer returns, because another attempt can pay the order", async () => {
  states = ["failed", "failed", "paid"];
  watch();
  await seconds(60);
  expect([asked, reported]).toMatchObject([1, [{ status: 2, confirmed: true }]]);
  for (const event of ["pageshow", "visibilitychange"]) {
    page.dispatchEvent(new Event(event));
    await seconds(0);
  }
  expect(reported).toMatchObject([{ status: 2 }, { status: 1 }]);
});

test("a watch that was stopped asks nothing, and reports no late answer", async () => {
  states = ["paid"];
  const [early, late] = [watch(), watch()];
  early();
  vi.advanceTimersByTime(0);
  late();
  await seconds(60);
  expect([asked, reported]).toEqual([1, []]);
});
