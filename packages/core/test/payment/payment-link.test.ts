import { describe, expect, test } from "vitest";
import type { Attempt } from "../../src/payment/attempt.ts";
import type { Fact } from "../../src/payment/fact.ts";
import {
  byCreation,
  type PaymentLink,
  paymentLinkProblem,
  paymentLinkSchema,
  paymentLinkStateOf,
} from "../../src/payment/payment-link.ts";
import { money } from "../../src/protocol/money/money.ts";
import { exampleAttempt } from "./example-attempt.ts";
import { exampleFailure, exampleNotification, exampleOperator, exampleRetry } from "./example-facts.ts";

const endsAt = "2026-11-20T12:00:00.000Z";
const withdrawn = { at: "2026-11-20T11:00:00.000Z", by: exampleOperator };

const link = (changed: Partial<PaymentLink> = {}): PaymentLink => ({
  version: 1,
  linkId: "L1",
  tenant: "default",
  reference: "order-1",
  amount: money(1999, "USD"),
  createdAt: "2026-11-20T10:00:00.000Z",
  createdBy: exampleOperator,
  endsAt,
  ...changed,
});

test("a stored link is read as it was written, and its part and its instants are checked", () => {
  const whole = link({
    part: 2,
    openedAt: "2026-11-20T10:30:00.000Z",
    withdrawn: { ...withdrawn, replacedBy: "L2" },
  });
  expect(paymentLinkSchema().parse(whole)).toEqual(whole);
  expect(paymentLinkSchema().parse(link())).toEqual(link());
  expect(() => paymentLinkSchema().parse(link({ part: 0 }))).toThrow();
  expect(() => paymentLinkSchema().parse(link({ endsAt: "tomorrow" }))).toThrow();
});

describe("the state of a link", () => {
  const before = new Date("2026-11-20T11:59:59.999Z");
  const stateOf = (stored: PaymentLink, attempts: readonly Pick<Attempt, "state" | "part">[], now = before) =>
    paymentLinkStateOf(stored, attempts, now);

  test("is open until its end date", () => {
    expect(stateOf(link(), [])).toBe("open");
    expect(stateOf(link(), [{ state: "failed" }, { state: "created" }])).toBe("open");
    expect(stateOf(link(), [], new Date(endsAt))).toBe("ended");
  });

  test("is paid by attempts of its own part only", () => {
    expect(stateOf(link(), [{ state: "paid", part: 2 }])).toBe("open");
    expect(stateOf(link({ part: 2 }), [{ state: "paid" }])).toBe("open");
    expect(stateOf(link({ part: 2 }), [{ state: "failed", part: 2 }])).toBe("open");
    expect(stateOf(link({ part: 2 }), [{ state: "approved", part: 2 }], new Date(endsAt))).toBe("paid");
    expect(stateOf(link(), [{ state: "review", part: 1 }])).toBe("paid");
  });

  test("is withdrawn before everything else", () => {
    expect(stateOf(link({ withdrawn }), [{ state: "paid" }])).toBe("withdrawn");
  });
});

test("links are in the order in which they were made", () => {
  const first = link({ linkId: "L9" });
  const second = link({ linkId: "L1", createdAt: "2026-11-20T10:00:00.001Z" });
  const together = link({ linkId: "L2", createdAt: "2026-11-20T10:00:00.001Z" });
  expect([together, second, first].sort(byCreation)).toEqual([first, second, together]);
  expect([first, second, together].sort(byCreation)).toEqual([first, second, together]);
});

describe("why an order is not placed by itself (LINK-LATE)", () => {
  const problemOf = (facts: readonly Fact[], stored: PaymentLink | undefined = link()) =>
    paymentLinkProblem(exampleAttempt({ link: { linkId: "L1", endsAt }, facts }), stored);
  const paid = (at: string, transactionId = "T1") => exampleNotification({ at, transactionId });
  const inTime = paid("2026-11-20T13:00:00.000Z");
  const late = paid("2026-11-20T13:00:00.001Z", "T2");
  const withdrawnLink = link({ withdrawn });

  test("an attempt without a link has no problem of this kind", () => {
    expect(paymentLinkProblem(exampleAttempt({ facts: [late] }), withdrawnLink)).toBeUndefined();
  });

  test("a page that was opened in time can be paid for an hour after the end", () => {
    expect(problemOf([])).toBeUndefined();
    expect(problemOf([inTime])).toBeUndefined();
    expect(problemOf([late])).toMatchObject({ code: "link_ended" });
    expect(problemOf([late])?.message).toMatch(
      /at 2026-11-20T13:00:00.001Z.* at 2026-11-20T12:00:00.000Z.*Refund/,
    );
  });

  test("the first success counts, and no failure", () => {
    expect(problemOf([late, inTime])).toBeUndefined();
    expect(problemOf([exampleFailure({ at: inTime.at }), late])).toMatchObject({ code: "link_ended" });
  });

  test("a withdrawn or replaced link is a problem whenever it was paid", () => {
    expect(problemOf([inTime], withdrawnLink)).toMatchObject({ code: "link_withdrawn" });
    expect(problemOf([inTime], withdrawnLink)?.message).toMatch(/was withdrawn at 2026-11-20T11.*Refund/);
    const replaced = link({ withdrawn: { ...withdrawn, replacedBy: "L2" } });
    expect(problemOf([inTime], replaced)?.message).toMatch(/was replaced by another one at 2026-11-20T11/);
  });

  test("an operator's retry of the order since then settles it, and no earlier or other one", () => {
    const after = { at: "2026-11-20T14:00:00.000Z" };
    for (const [facts, stored] of [
      [[late], link()],
      [[inTime], withdrawnLink],
    ] as const) {
      expect(problemOf([...facts, exampleRetry(after)], stored)).toBeUndefined();
      expect(problemOf([...facts, exampleRetry({ at: "2026-11-20T10:59:59.999Z" })], stored)).toBeDefined();
      expect(problemOf([...facts, exampleRetry({ ...after, kind: "refund-unknown" })], stored)).toBeDefined();
      expect(problemOf([...facts, { ...paid(after.at, "T3") }], stored)).toBeDefined();
    }
    expect(problemOf([late, exampleRetry({ at: late.at })])).toBeUndefined();
    expect(problemOf([inTime, exampleRetry({ at: withdrawn.at })], withdrawnLink)).toBeUndefined();
  });
});
