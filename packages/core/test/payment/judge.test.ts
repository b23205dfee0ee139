import { describe, expect, test } from "vitest";
import { money } from "../../src/money/money.ts";
import { addFacts, type Fact, type NotificationFact } from "../../src/payment/fact.ts";
import { hasResult, judge, type PaymentState, payersOf, type Terms } from "../../src/payment/judge.ts";
import { failed, notified, operator, response, retried } from "./example-facts.ts";

const asked = money(1999, "USD");
const terms: Terms = { amount: asked, trueAmount: asked };
const wrong = (changed: Partial<NotificationFact> = {}) => notified({ trueAmount: "1.00", ...changed });

const stateOf = (facts: readonly Fact[]) => judge(terms, facts).state;
const itemsOf = (facts: readonly Fact[], on = terms) =>
  judge(on, facts).items.map(({ kind, mark }) => `${kind} ${mark}`);

/** Each line: what was said, the state, the items for staff. Written from the table in docs/protocol.md. */
const table: [string, Fact[], PaymentState, string[]][] = [
  // STATE-CREATED
  ["nothing yet", [], "created", []],
  // STATE-PENDING
  ["redirected", [response("redirect")], "pending", []],
  ["unknown", [response("unknown")], "pending", []],
  ["rejected as a duplicate", [response("rejected", { duplicate: true })], "pending", []],
  // STATE-APPROVED
  ["approved at once", [response("approved")], "approved", []],
  // STATE-FAILED
  ["declined", [response("declined")], "failed", []],
  ["rejected", [response("rejected", { duplicate: false })], "failed", []],
  ["rejected, and no word of duplicates", [response("rejected")], "failed", []],
  ["notified 2 before any response", [failed()], "failed", []],
  ["redirected, notified 2", [response("redirect"), failed()], "failed", []],
  ["unknown, notified 2", [response("unknown"), failed()], "failed", []],
  ["declined, notified 2", [response("declined"), failed()], "failed", []],
  ["a duplicate, notified 2", [response("rejected", { duplicate: true }), failed()], "failed", []],
  ["two different failures", [response("redirect"), failed(), failed({ transactionId: "T2" })], "failed", []],
  // STATE-REVIEW: approved, and notified 2 (ITEM-CONTRADICTORY)
  ["approved, notified 2", [response("approved"), failed()], "review", ["contradictory T1"]],
  // A closing that tells of no charge takes no approval back (NOT-ENABLED)
  ["approved, and closed", [response("approved"), failed({ enabled: "0" })], "approved", []],
  [
    "approved, and not closed",
    [response("approved"), failed({ enabled: "1" })],
    "review",
    ["contradictory T1"],
  ],
  ["redirected, failed and closed", [response("redirect"), failed({ enabled: "0" })], "failed", []],
  [
    "approved, a matching 00, and closed",
    [response("approved"), notified(), failed({ transactionId: "T2", enabled: "0" })],
    "paid",
    [],
  ],
  [
    "a matching 00, and closed with a failure of the same",
    [response("approved"), notified(), failed({ enabled: "0" })],
    "paid",
    ["contradictory T1"],
  ],
  // STATE-REVIEW: a 00 whose money does not match (ITEM-MISMATCH)
  ["redirected, a 00 of other money", [response("redirect"), wrong()], "review", ["mismatch T1"]],
  ["a 00 of other money before any response", [wrong()], "review", ["mismatch T1"]],
  ["approved, a 00 of other money", [response("approved"), wrong()], "review", ["mismatch T1"]],
  ["declined, a 00 of other money", [response("declined"), wrong()], "review", ["mismatch T1"]],
  [
    "two 00 of other money",
    [wrong(), wrong({ transactionId: "T2" })],
    "review",
    ["mismatch T1", "mismatch T2"],
  ],
  ["two sums for one transaction", [wrong(), wrong({ trueAmount: "2.00" })], "review", ["mismatch T1"]],
  [
    "a 00 of other money and a 2 of another transaction",
    [wrong(), failed({ transactionId: "T2" })],
    "review",
    ["mismatch T1"],
  ],
  [
    "a 00 of other money and a 2 of the same",
    [wrong(), failed()],
    "review",
    ["contradictory T1", "mismatch T1"],
  ],
  // STATE-CLOSED
  ["closed by an operator", [response("redirect"), operator("closed")], "closed", []],
  ["failed, then closed", [failed(), operator("closed")], "closed", []],
  ["a 00 of other money, closed", [wrong(), operator("closed")], "closed", ["mismatch T1"]],
  [
    "approved, notified 2, closed",
    [response("approved"), failed(), operator("closed")],
    "closed",
    ["contradictory T1"],
  ],
  // STATE-PAID
  ["a matching 00", [response("redirect"), notified()], "paid", []],
  ["a matching 00 before any response", [notified()], "paid", []],
  ["approved, a matching 00", [response("approved"), notified()], "paid", []],
  ["declined, a matching 00 (B-25)", [response("declined"), notified()], "paid", []],
  ["rejected, a matching 00 (B-25)", [response("rejected"), notified()], "paid", []],
  ["unknown, a matching 00", [response("unknown"), notified()], "paid", []],
  [
    "a matching 00 and a 2 of another transaction (B-26)",
    [notified(), failed({ transactionId: "T2" })],
    "paid",
    [],
  ],
  ["a matching 00 and a 2 of the same (B-27)", [notified(), failed()], "paid", ["contradictory T1"]],
  [
    "approved, a matching 00, a 2 of another",
    [response("approved"), notified(), failed({ transactionId: "T2" })],
    "paid",
    ["contradictory T2"],
  ],
  [
    "a matching 00 and one of other money",
    [notified(), wrong({ transactionId: "T2" })],
    "paid",
    ["mismatch T2"],
  ],
  ["first other money, then corrected, one transaction", [wrong(), notified()], "paid", ["mismatch T1"]],
  ["closed, a matching 00 (B-25)", [operator("closed"), notified()], "paid", []],
  ["accepted by an operator", [response("redirect"), operator("accepted")], "paid", []],
  ["other money, accepted", [wrong(), operator("accepted")], "paid", ["mismatch T1"]],
  ["accepted and closed", [operator("accepted"), operator("closed")], "paid", []],
  ["failed and accepted", [failed(), operator("accepted")], "paid", []],
  ["paid and refunded by hand (B-45)", [notified(), operator("refunded")], "paid", []],
  ["refunded by hand alone changes nothing", [response("redirect"), operator("refunded")], "pending", []],
  // ITEM-TWICE
  [
    "two matching transactions (B-10)",
    [notified(), notified({ transactionId: "T2" })],
    "paid",
    ["paid-twice 2"],
  ],
  [
    "three",
    [notified(), notified({ transactionId: "T2" }), notified({ transactionId: "T3" })],
    "paid",
    ["paid-twice 2", "paid-twice 3"],
  ],
  ["one transaction with two further fields", [notified(), notified({ enabled: "0" })], "paid", []],
  // ITEM-CODE
  [
    "an unknown code (NOT-CODE)",
    [response("redirect"), notified({ returncode: "09" })],
    "pending",
    ["unknown-code T1/09"],
  ],
  [
    "0 is no success",
    [response("redirect"), notified({ returncode: "0" })],
    "pending",
    ["unknown-code T1/0"],
  ],
  [
    "02 is no failure",
    [response("redirect"), notified({ returncode: "02" })],
    "pending",
    ["unknown-code T1/02"],
  ],
  ["an empty code", [response("approved"), notified({ returncode: "" })], "approved", ["unknown-code T1/"]],
  [
    "two unknown codes",
    [notified({ returncode: "08" }), notified({ returncode: "09" })],
    "created",
    ["unknown-code T1/08", "unknown-code T1/09"],
  ],
  ["paid and an unknown code", [notified(), notified({ returncode: "09" })], "paid", ["unknown-code T1/09"]],
  // ITEM-NOTICE
  [
    "a 00 that is a refund notice (NOT-ALERT)",
    [response("redirect"), notified({ alertType: "Refund" })],
    "pending",
    ["refund-notice T1"],
  ],
  [
    "paid, then a refund notice",
    [notified(), notified({ alertType: "Refund" })],
    "paid",
    ["refund-notice T1"],
  ],
  [
    "a refund notice of another transaction is not paid twice",
    [notified(), notified({ transactionId: "T2", alertType: "Chargebacks" })],
    "paid",
    ["refund-notice T2"],
  ],
  [
    "a refund notice of other money is no mismatch",
    [response("redirect"), wrong({ alertType: "RDR" })],
    "pending",
    ["refund-notice T1"],
  ],
  // ITEM-CYCLE
  ...["0", "-1", "1.5", "one", "1st", "01", " 1", "1e1", "9999999999"].map(
    (periodCount): [string, Fact[], PaymentState, string[]] => [
      `the cycle ${periodCount} (NOT-SUBSCRIPTION)`,
      [response("redirect"), notified({ periodCount })],
      "pending",
      ["unknown-cycle T1"],
    ],
  ),
  ...["1", "12", "100000000", "999999999"].map((periodCount): [string, Fact[], PaymentState, string[]] => [
    `the cycle ${periodCount}`,
    [notified({ periodCount })],
    "paid",
    [],
  ]),
  ...[undefined, "1", "0", "02", "-1"].map((periodCount): [string, Fact[], PaymentState, string[]] => [
    `the cycle ${periodCount} under a number of its own (CYC-NUMBER)`,
    [response("redirect"), notified({ ownNumber: "X", ...(periodCount && { periodCount }) })],
    "pending",
    ["unknown-cycle T1"],
  ]),
  [
    "a later cycle under a number of its own (CYC-NUMBER)",
    [notified({ ownNumber: "X", periodCount: "2", masterId: "M1" })],
    "paid",
    [],
  ],
  [
    "an unknown cycle of a transaction that has paid one (CYC-TRANSACTION)",
    [response("redirect"), notified({ periodCount: "0", hasPaid: 2 })],
    "pending",
    [],
  ],
  [
    "a closing of an unknown cycle that tells of no charge (ITEM-CYCLE)",
    [response("approved"), failed({ periodCount: "0", enabled: "0" })],
    "approved",
    [],
  ],
  [
    "a closing of an unknown cycle that tells of a charge (ITEM-CYCLE)",
    [response("redirect"), notified({ periodCount: "0", enabled: "0" })],
    "pending",
    ["unknown-cycle T1"],
  ],
  [
    "a failed unknown cycle that closes nothing (ITEM-CYCLE)",
    [response("approved"), failed({ periodCount: "0", enabled: "1" })],
    "approved",
    ["unknown-cycle T1"],
  ],
  [
    "a failed unknown cycle",
    [response("approved"), failed({ periodCount: "x" })],
    "approved",
    ["unknown-cycle T1"],
  ],
];

test.each(table)("%s", (...row) => {
  const [, facts, state, items] = row;
  expect(stateOf(facts)).toBe(state);
  expect(itemsOf(facts)).toEqual(items);
});

test("enough to tell all states apart is in the table", () => {
  expect(new Set(table.map(([, , state]) => state))).toEqual(
    new Set(["created", "pending", "approved", "failed", "review", "closed", "paid"]),
  );
});

describe("only the set of facts counts (LED-JUDGE, B-01)", () => {
  const sets: Fact[][] = [
    ...table.map(([, facts]) => facts),
    [response("approved"), failed(), notified(), wrong({ transactionId: "T2" }), operator("closed")],
    [
      notified({ transactionId: "T3" }),
      notified({ transactionId: "T10" }),
      notified({ transactionId: "T2" }),
      notified({ transactionId: "T1" }),
      failed({ transactionId: "T2" }),
    ],
    [
      wrong(),
      wrong({ trueAmount: "2.00" }),
      wrong({ amount: "3.00" }),
      failed(),
      notified({ returncode: "09" }),
    ],
    [
      notified({ alertType: "Refund" }),
      notified({ alertType: "RDR" }),
      notified({ periodCount: "x" }),
      response("redirect"),
    ],
  ];

  test("every order gives the same state and items", () => {
    for (const facts of sets) {
      const expected = judge(terms, facts);
      for (const order of ordersOf(facts)) expect(judge(terms, order)).toEqual(expected);
    }
  });

  test("every repetition gives the same state and items", () => {
    for (const facts of sets) {
      const expected = judge(terms, facts);
      for (const fact of facts) {
        expect(judge(terms, [...facts, fact])).toEqual(expected);
        expect(judge(terms, [fact, ...facts, fact, fact])).toEqual(expected);
      }
      expect(judge(terms, [...facts, ...facts.toReversed()])).toEqual(expected);
    }
  });

  test("facts told one by one, in any order and twice, add up to the same", () => {
    for (const facts of sets) {
      for (const order of ordersOf(facts)) {
        const heard = [...order, ...order].reduce<readonly Fact[]>(
          (known, fact) => addFacts(known, [fact]),
          [],
        );
        expect(judge(terms, heard)).toEqual(judge(terms, facts));
      }
    }
  });

  test("an item stays, whatever comes later", () => {
    const later = [
      notified(),
      failed(),
      operator("accepted"),
      operator("closed"),
      response("approved"),
      notified({ transactionId: "T9" }),
    ];
    for (const facts of sets) {
      for (const fact of later) {
        if (fact.source === "response" && facts.some(({ source }) => source === "response")) continue;
        expect(itemsOf([...facts, fact])).toEqual(expect.arrayContaining(itemsOf(facts)));
      }
    }
  });

  test("what is paid stays paid (B-25, B-26, B-27)", () => {
    const later = [
      failed(),
      wrong(),
      operator("closed"),
      operator("refunded"),
      notified({ alertType: "Refund" }),
      notified({ returncode: "09" }),
      response("declined"),
    ];
    for (const fact of later) {
      expect(stateOf([notified(), fact])).toBe("paid");
      expect(stateOf([fact, notified()])).toBe("paid");
    }
  });

  test("judging changes nothing", () => {
    const facts = Object.freeze(
      [failed(), notified(), wrong({ transactionId: "T2" })].map((fact) => Object.freeze(fact)),
    );
    expect(() => judge(terms, facts)).not.toThrow();
  });

  function ordersOf(facts: readonly Fact[]): Fact[][] {
    if (facts.length < 2) return [[...facts]];
    return facts.flatMap((fact, index) => ordersOf(facts.toSpliced(index, 1)).map((rest) => [fact, ...rest]));
  }
});

describe("the money gate (B-40b, NOT-AMOUNT, NOT-CURRENCY, MON-COMPARE)", () => {
  const one: Terms = { amount: money(100, "USD"), trueAmount: money(100, "USD") };
  const verdict = (changed: Partial<NotificationFact>, on = one) =>
    judge(on, [notified({ amount: "1.00", trueAmount: "1.00", ...changed })]).state;

  test.each(["1", "1.0", "1.00", "1.0000", "1.0000000000", "01.00"])("%s is 1.00: paid", (text) => {
    expect(verdict({ amount: text, trueAmount: text })).toBe("paid");
    expect(verdict({ amount: text })).toBe("paid");
    expect(verdict({ trueAmount: text })).toBe("paid");
  });

  test.each([
    "1e0",
    "1e3",
    " 1.00",
    "1.00 ",
    "1,00",
    "-1",
    "+1",
    "1.005",
    "1.001",
    "0.99",
    "1.01",
    "100",
    "0",
    "",
    "abc",
    "NaN",
    "1.00 USD",
    "１",
  ])("%j is not 1.00: review", (text) => {
    expect(verdict({ amount: text, trueAmount: text })).toBe("review");
    expect(verdict({ amount: text })).toBe("review");
    expect(verdict({ trueAmount: text })).toBe("review");
  });

  test.each(["USD", "usd", "Usd"])("the currency %s is dollars: paid", (currency) => {
    expect(verdict({ currency })).toBe("paid");
  });

  test.each(["EUR", "", "US", "USDT", " USD", "$", "840", "u\u017fd"])(
    "the currency %j is not: review",
    (currency) => {
      expect(verdict({ currency })).toBe("review");
    },
  );

  test("less or more paid than asked is both a mismatch", () => {
    expect(verdict({ trueAmount: "0.01" })).toBe("review");
    expect(verdict({ trueAmount: "1000000.00" })).toBe("review");
  });

  test.each([
    ["JPY", 500, "500.00", "500.01"],
    ["KWD", 1250, "1.25", "1.2501"],
    ["CLF", 12345, "1.23450", "1.23451"],
  ])("%s (B-40, MON-EXPONENT)", (...row) => {
    const [currency, minor, right, off] = row;
    const amount = money(minor, currency);
    const on = { amount, trueAmount: amount };
    expect(verdict({ currency, amount: right, trueAmount: right }, on)).toBe("paid");
    expect(verdict({ currency, amount: off, trueAmount: off }, on)).toBe("review");
  });

  test("yen are not taken for hundredths, nor the other way round (B-40)", () => {
    const yen = { amount: money(1999, "JPY"), trueAmount: money(1999, "JPY") };
    expect(verdict({ currency: "JPY", amount: "19.99", trueAmount: "19.99" }, yen)).toBe("review");
    expect(verdict({ currency: "JPY", amount: "199900", trueAmount: "199900" }, yen)).toBe("review");
  });

  test("the first cycle of a plan is paid with its own amount (PLAN-FIRST)", () => {
    const first: Terms = { amount: money(1999, "USD"), trueAmount: money(100, "USD") };
    expect(verdict({ amount: "19.99", trueAmount: "1.00" }, first)).toBe("paid");
    expect(verdict({ amount: "19.99", trueAmount: "19.99" }, first)).toBe("review");
    expect(verdict({ amount: "1.00", trueAmount: "1.00" }, first)).toBe("review");
  });

  test("a mismatch of a first period names its own amount (PLAN-FIRST, ITEM-MISMATCH)", () => {
    const first: Terms = { amount: money(1999, "USD"), trueAmount: money(100, "USD") };
    const { items } = judge(first, [notified({ amount: "19.99", trueAmount: "19.99" })]);
    expect(items.map(({ evidence }) => evidence)).toEqual([
      "The shop asked for 19.99 and, for the first period, 1.00 USD. Transaction T1 reports 19.99 USD paid, for an order of 19.99 USD.",
    ]);
  });

  test("a mismatch says what was reported (ITEM-MISMATCH)", () => {
    const { items } = judge(one, [notified({ amount: "1.00", trueAmount: "0.01", currency: "EUR" })]);
    expect(items).toEqual([
      {
        kind: "mismatch",
        mark: "T1",
        evidence:
          "The shop asked for 1.00 USD. Transaction T1 reports 0.01 EUR paid, for an order of 1.00 EUR.",
      },
    ]);
  });
});

test.each<[string, Fact[], string]>([
  [
    "a contradiction (ITEM-CONTRADICTORY)",
    [notified(), failed()],
    "Transaction T1 was reported both as successful and as failed.",
  ],
  [
    "a refund notice (ITEM-NOTICE)",
    [notified({ alertType: "RDR" })],
    "Notice of type RDR for transaction T1: money may have gone back.",
  ],
  [
    "an unknown cycle (ITEM-CYCLE)",
    [notified({ periodCount: "0" })],
    "Transaction T1 names the cycle 0, which is no cycle.",
  ],
  [
    "an unknown code (ITEM-CODE)",
    [notified({ returncode: "09" })],
    "Transaction T1 has the code 09, which the protocol does not know.",
  ],
])("%s says what was heard", (_, facts, evidence) => {
  expect(judge(terms, facts).items.map((item) => item.evidence)).toEqual([evidence]);
});

test.each<[PaymentState, boolean]>([
  ["created", false],
  ["pending", false],
  ["approved", false],
  ["failed", true],
  ["review", true],
  ["closed", true],
  ["paid", true],
])("whether somebody has said how %s ended: %s", (state, said) => {
  expect(hasResult(state)).toBe(said);
});

describe("which transactions paid", () => {
  test("each once, in the order of the facts, and only what matches", () => {
    const facts = [
      notified({ transactionId: "T2" }),
      wrong({ transactionId: "T3" }),
      notified(),
      notified({ enabled: "0" }),
      failed({ transactionId: "T4" }),
    ];
    expect(payersOf(terms, facts)).toEqual([["T2"], ["T1"]]);
  });

  test("staff are told all of them (B-10, ITEM-TWICE)", () => {
    const { items } = judge(terms, [notified({ transactionId: "T2" }), notified()]);
    expect(items[0]?.evidence).toBe("2 transactions paid this in full: T1, T2.");
  });
});

test("a retry changes neither state nor items, wherever it stands among the facts", () => {
  const sets: Fact[][] = [
    [],
    [response("redirect")],
    [response("approved"), failed()],
    [wrong()],
    [wrong(), operator("accepted")],
    [failed(), operator("closed")],
    [notified(), notified({ transactionId: "T2" }), operator("refunded")],
  ];
  for (const facts of sets)
    for (let place = 0; place <= facts.length; place++)
      expect(judge(terms, facts.toSpliced(place, 0, retried()))).toEqual(judge(terms, facts));
});
