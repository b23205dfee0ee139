import { expect, test } from "vitest";
import { canRetry, decisionsOn, namesCycle, type Remedy, remedyOf } from "../../src/ledger/remedy.ts";
import type { WorkKind } from "../../src/ledger/work.ts";
import type { PaymentState } from "../../src/payment/judge.ts";

const advised: Record<WorkKind, [review: Remedy, paid: Remedy, pending?: Remedy]> = {
  paid: ["work", "work"],
  "not-verified": ["work", "work"],
  "check-result": ["work", "work"],
  "no-result": ["closed", "refunded"],
  mismatch: ["refunded", "refunded"],
  contradictory: ["closed", "refunded"],
  "unknown-code": ["closed", "refunded"],
  "paid-twice": ["refunded", "refunded"],
  "refund-due": ["refunded", "refunded"],
  "refund-notice": ["refunded", "refunded"],
  "unknown-cycle": ["refunded", "refunded"],
  "unexpected-cycle": ["refunded", "refunded"],
  "other-master": ["refunded", "closed", "closed"],
  "charged-after-closing": ["refunded", "refunded"],
  cycle: ["work", "work"],
  closed: ["work", "work"],
  missed: ["work", "work"],
  "book-refund": ["work", "work"],
  "cycle-due": ["work", "work"],
  "cycle-missing": ["closed", "closed"],
  "weaker-rule": ["closed", "closed"],
  "transaction-reused": ["closed", "closed"],
};

const money = { minor: 1999, currency: "USD" };
const book = (state: PaymentState, cycle: PaymentState = state) =>
  [{ orderNumber: "A", state, money, subscription: { cycles: [{ number: 3, state: cycle }] } }] as never;

test.each(Object.entries(advised))("for %s it is %s", (kind, [review, paid, pending = review]) => {
  const item = { kind: kind as WorkKind, orderNumber: "A" };
  const advice = (["review", "pending", "paid"] as const).map((state) => remedyOf(item, book(state)));
  expect(advice).toEqual([review, pending, paid]);
});

test.each(Object.entries(advised))("what is advised for %s can be decided", (kind, remedies) => {
  for (const remedy of remedies)
    if (remedy !== "work") expect(decisionsOn(kind as WorkKind)).toContain(remedy);
});

test("what is advised about a cycle goes by the cycle: that the first payment paid says nothing of its money", () => {
  const item = { kind: "contradictory", orderNumber: "A", cycle: 3 } as const;
  expect(remedyOf(item, book("paid", "review"))).toBe("closed");
  expect(remedyOf(item, book("paid", "paid"))).toBe("refunded");
  expect(remedyOf({ ...item, cycle: 4 }, book("paid"))).toBe("closed");
  expect(remedyOf({ ...item, orderNumber: "B" }, book("paid"))).toBe("closed");
});

test.each([
  ["first_not_placed", "refunded"],
  ["paid_twice", "refunded"],
  ["renewals_not_made", "closed"],
  ["out_of_stock", "work"],
] as const)(
  "a cycle without an order for %s is %s: nothing is tried that must end the same way",
  (code, remedy) => {
    const problem = { code, message: "" };
    expect(remedyOf({ kind: "cycle", orderNumber: "A", cycle: 3, problem }, book("paid"))).toBe(remedy);
    expect(remedyOf({ kind: "paid", orderNumber: "A", problem }, book("paid"))).toBe("work");
  },
);

test("what is paid can be accepted no more, and a look that is still to be taken is no decision", () => {
  expect(decisionsOn("mismatch")).toEqual(["accepted", "closed", "refunded"]);
  expect(decisionsOn("paid")).toEqual(["refunded", "closed"]);
  expect(decisionsOn("cycle")).toEqual(["refunded", "closed"]);
  expect(decisionsOn("unknown-cycle")).toEqual(["accepted", "closed", "refunded"]);
  expect(decisionsOn("cycle-due")).toEqual([]);
});

test("who accepts a charge whose cycle cannot be told names it, and who decides anything else need not", () => {
  expect(decisionsOn("unknown-cycle").filter((action) => namesCycle("unknown-cycle", action))).toEqual([
    "accepted",
  ]);
  const others = (Object.keys(advised) as WorkKind[]).filter((kind) => kind !== "unknown-cycle");
  expect(others.filter((kind) => decisionsOn(kind).some((action) => namesCycle(kind, action)))).toEqual([]);
});

test("an order that changed is recommended for a refund, and can be tried again if the buyer restores it", () => {
  for (const code of ["order_changed", "cart_changed"]) {
    const item = { kind: "paid", orderNumber: "A", problem: { code, message: "" } } as const;
    expect([remedyOf(item, book("paid")), canRetry(item)]).toEqual(["refunded", true]);
  }
});

test("a retry is offered for what it may resolve, and for nothing else", () => {
  const kinds = (Object.keys(advised) as WorkKind[]).filter((kind) => canRetry({ kind }));
  expect(kinds.sort()).toEqual([
    "book-refund",
    "check-result",
    "closed",
    "cycle",
    "cycle-due",
    "missed",
    "not-verified",
    "paid",
  ]);
  const code = (kind: WorkKind, code: string) => canRetry({ kind, problem: { code, message: "" } });
  expect([
    code("paid", "order_cancelled"),
    code("cycle", "paid_twice"),
    code("cycle", "out_of_stock"),
  ]).toEqual([false, false, true]);
});

test.each(["paid", "cycle"] as const)(
  "for %s, a refusal that no retry changes recommends a refund",
  (kind) => {
    const advice = (code: string) =>
      remedyOf({ kind, orderNumber: "A", problem: { code, message: "" } }, book("paid"));
    const final = ["cart_completed", "cart_missing", "order_placed", "order_cancelled", "host_missing"];
    expect(final.map(advice)).toEqual(final.map(() => "refunded"));
    const open = ["out_of_stock", "order_missing", "provider_disabled"];
    expect(open.map(advice)).toEqual(open.map(() => "work"));
  },
);
