import { describe, expect, test } from "vitest";
import { type AttemptState, hasResult } from "../../src/payment/attempt-state.ts";
import { type ExpectedAmounts, transactionsPaying } from "../../src/payment/classify-facts.ts";
import { deriveAttemptState } from "../../src/payment/derive-attempt-state.ts";
import { addFacts, type Fact, type NotificationFact } from "../../src/payment/fact.ts";
import { money } from "../../src/protocol/money/money.ts";
import {
  exampleFailure,
  exampleNotification,
  exampleResolution,
  exampleResponse,
  exampleRetry,
} from "./example-facts.ts";

const asked = money(1999, "USD");
const terms: ExpectedAmounts = { amount: asked, chargedAmount: asked };
const wrong = (changed: Partial<NotificationFact> = {}) =>
  exampleNotification({ trueAmount: "1.00", ...changed });

const stateOf = (facts: readonly Fact[]) => deriveAttemptState(terms, facts).state;
const itemsOf = (facts: readonly Fact[], on = terms) =>
  deriveAttemptState(on, facts).findings.map(({ kind, dedupeKey }) => `${kind} ${dedupeKey}`);

/** Each line: what was said, the state, the items for staff. Written from the table in docs/protocol.md. */
const table: [string, Fact[], AttemptState, string[]][] = [
  // STATE-CREATED
  ["nothing yet", [], "created", []],
  // STATE-PENDING
  ["redirected", [exampleResponse("redirect")], "pending", []],
  ["unknown", [exampleResponse("unknown")], "pending", []],
  ["rejected as a duplicate", [exampleResponse("rejected", { duplicate: true })], "pending", []],
  // STATE-APPROVED
  ["approved at once", [exampleResponse("approved")], "approved", []],
  // STATE-FAILED
  ["declined", [exampleResponse("declined")], "failed", []],
  ["rejected", [exampleResponse("rejected", { duplicate: false })], "failed", []],
  ["rejected, and no word of duplicates", [exampleResponse("rejected")], "failed", []],
  ["notified 2 before any response", [exampleFailure()], "failed", []],
  ["redirected, notified 2", [exampleResponse("redirect"), exampleFailure()], "failed", []],
  ["unknown, notified 2", [exampleResponse("unknown"), exampleFailure()], "failed", []],
  ["declined, notified 2", [exampleResponse("declined"), exampleFailure()], "failed", []],
  [
    "a duplicate, notified 2",
    [exampleResponse("rejected", { duplicate: true }), exampleFailure()],
    "failed",
    [],
  ],
  [
    "two different failures",
    [exampleResponse("redirect"), exampleFailure(), exampleFailure({ transactionId: "T2" })],
    "failed",
    [],
  ],
  // STATE-REVIEW: approved, and notified 2 (ITEM-CONTRADICTORY)
  [
    "approved, notified 2",
    [exampleResponse("approved"), exampleFailure()],
    "review",
    ["contradictory-results T1"],
  ],
  // A closing that tells of no charge takes no approval back (NOT-ENABLED)
  ["approved, and closed", [exampleResponse("approved"), exampleFailure({ enabled: "0" })], "approved", []],
  [
    "approved, and not closed",
    [exampleResponse("approved"), exampleFailure({ enabled: "1" })],
    "review",
    ["contradictory-results T1"],
  ],
  [
    "redirected, failed and closed",
    [exampleResponse("redirect"), exampleFailure({ enabled: "0" })],
    "failed",
    [],
  ],
  [
    "approved, a matching 00, and closed",
    [
      exampleResponse("approved"),
      exampleNotification(),
      exampleFailure({ transactionId: "T2", enabled: "0" }),
    ],
    "paid",
    [],
  ],
  [
    "a matching 00, and closed with a failure of the same",
    [exampleResponse("approved"), exampleNotification(), exampleFailure({ enabled: "0" })],
    "paid",
    ["contradictory-results T1"],
  ],
  // STATE-REVIEW: a 00 whose money does not match (ITEM-MISMATCH)
  [
    "redirected, a 00 of other money",
    [exampleResponse("redirect"), wrong()],
    "review",
    ["amount-mismatch T1"],
  ],
  ["a 00 of other money before any response", [wrong()], "review", ["amount-mismatch T1"]],
  ["approved, a 00 of other money", [exampleResponse("approved"), wrong()], "review", ["amount-mismatch T1"]],
  ["declined, a 00 of other money", [exampleResponse("declined"), wrong()], "review", ["amount-mismatch T1"]],
  [
    "two 00 of other money",
    [wrong(), wrong({ transactionId: "T2" })],
    "review",
    ["amount-mismatch T1", "amount-mismatch T2"],
  ],
  [
    "two sums for one transaction",
    [wrong(), wrong({ trueAmount: "2.00" })],
    "review",
    ["amount-mismatch T1"],
  ],
  [
    "a 00 of other money and a 2 of another transaction",
    [wrong(), exampleFailure({ transactionId: "T2" })],
    "review",
    ["amount-mismatch T1"],
  ],
  [
    "a 00 of other money and a 2 of the same",
    [wrong(), exampleFailure()],
    "review",
    ["amount-mismatch T1", "contradictory-results T1"],
  ],
  // STATE-CLOSED
  ["closed by an operator", [exampleResponse("redirect"), exampleResolution("dismiss")], "closed", []],
  ["failed, then closed", [exampleFailure(), exampleResolution("dismiss")], "closed", []],
  ["a 00 of other money, closed", [wrong(), exampleResolution("dismiss")], "closed", ["amount-mismatch T1"]],
  [
    "approved, notified 2, closed",
    [exampleResponse("approved"), exampleFailure(), exampleResolution("dismiss")],
    "closed",
    ["contradictory-results T1"],
  ],
  // STATE-PAID
  ["a matching 00", [exampleResponse("redirect"), exampleNotification()], "paid", []],
  ["a matching 00 before any response", [exampleNotification()], "paid", []],
  ["approved, a matching 00", [exampleResponse("approved"), exampleNotification()], "paid", []],
  ["declined, a matching 00 (B-25)", [exampleResponse("declined"), exampleNotification()], "paid", []],
  ["rejected, a matching 00 (B-25)", [exampleResponse("rejected"), exampleNotification()], "paid", []],
  ["unknown, a matching 00", [exampleResponse("unknown"), exampleNotification()], "paid", []],
  [
    "a matching 00 and a 2 of another transaction (B-26)",
    [exampleNotification(), exampleFailure({ transactionId: "T2" })],
    "paid",
    [],
  ],
  [
    "a matching 00 and a 2 of the same (B-27)",
    [exampleNotification(), exampleFailure()],
    "paid",
    ["contradictory-results T1"],
  ],
  [
    "approved, a matching 00, a 2 of another",
    [exampleResponse("approved"), exampleNotification(), exampleFailure({ transactionId: "T2" })],
    "paid",
    ["contradictory-results T2"],
  ],
  [
    "a matching 00 and one of other money",
    [exampleNotification(), wrong({ transactionId: "T2" })],
    "paid",
    ["amount-mismatch T2"],
  ],
  [
    "first other money, then corrected, one transaction",
    [wrong(), exampleNotification()],
    "paid",
    ["amount-mismatch T1"],
  ],
  ["closed, a matching 00 (B-25)", [exampleResolution("dismiss"), exampleNotification()], "paid", []],
  ["accepted by an operator", [exampleResponse("redirect"), exampleResolution("accept")], "paid", []],
  ["other money, accepted", [wrong(), exampleResolution("accept")], "paid", ["amount-mismatch T1"]],
  ["accepted and closed", [exampleResolution("accept"), exampleResolution("dismiss")], "paid", []],
  ["failed and accepted", [exampleFailure(), exampleResolution("accept")], "paid", []],
  [
    "paid and refunded by hand (B-45)",
    [exampleNotification(), exampleResolution("record-refund")],
    "paid",
    [],
  ],
  [
    "refunded by hand alone changes nothing",
    [exampleResponse("redirect"), exampleResolution("record-refund")],
    "pending",
    [],
  ],
  // ITEM-TWICE
  [
    "two matching transactions (B-10)",
    [exampleNotification(), exampleNotification({ transactionId: "T2" })],
    "paid",
    ["paid-twice 2"],
  ],
  [
    "three",
    [
      exampleNotification(),
      exampleNotification({ transactionId: "T2" }),
      exampleNotification({ transactionId: "T3" }),
    ],
    "paid",
    ["paid-twice 2", "paid-twice 3"],
  ],
  [
    "one transaction with two further fields",
    [exampleNotification(), exampleNotification({ enabled: "0" })],
    "paid",
    [],
  ],
  // ITEM-CODE
  [
    "an unknown code (NOT-CODE)",
    [exampleResponse("redirect"), exampleNotification({ returncode: "09" })],
    "pending",
    ["unknown-code T1/09"],
  ],
  [
    "0 is no success",
    [exampleResponse("redirect"), exampleNotification({ returncode: "0" })],
    "pending",
    ["unknown-code T1/0"],
  ],
  [
    "02 is no failure",
    [exampleResponse("redirect"), exampleNotification({ returncode: "02" })],
    "pending",
    ["unknown-code T1/02"],
  ],
  [
    "an empty code",
    [exampleResponse("approved"), exampleNotification({ returncode: "" })],
    "approved",
    ["unknown-code T1/"],
  ],
  [
    "two unknown codes",
    [exampleNotification({ returncode: "08" }), exampleNotification({ returncode: "09" })],
    "created",
    ["unknown-code T1/08", "unknown-code T1/09"],
  ],
  [
    "paid and an unknown code",
    [exampleNotification(), exampleNotification({ returncode: "09" })],
    "paid",
    ["unknown-code T1/09"],
  ],
  // ITEM-NOTICE
  [
    "a 00 that is a refund notice (NOT-ALERT)",
    [exampleResponse("redirect"), exampleNotification({ alertType: "Refund" })],
    "pending",
    ["refund-notice T1"],
  ],
  [
    "paid, then a refund notice",
    [exampleNotification(), exampleNotification({ alertType: "Refund" })],
    "paid",
    ["refund-notice T1"],
  ],
  [
    "a refund notice of another transaction is not paid twice",
    [exampleNotification(), exampleNotification({ transactionId: "T2", alertType: "Chargebacks" })],
    "paid",
    ["refund-notice T2"],
  ],
  [
    "a refund notice of other money is no amount-mismatch",
    [exampleResponse("redirect"), wrong({ alertType: "RDR" })],
    "pending",
    ["refund-notice T1"],
  ],
  // ITEM-CYCLE
  ...["0", "-1", "1.5", "one", "1st", "01", " 1", "1e1", "9999999999"].map(
    (periodCount): [string, Fact[], AttemptState, string[]] => [
      `the cycle ${periodCount} (NOT-SUBSCRIPTION)`,
      [exampleResponse("redirect"), exampleNotification({ periodCount })],
      "pending",
      ["unknown-cycle T1"],
    ],
  ),
  ...["1", "12", "100000000", "999999999"].map((periodCount): [string, Fact[], AttemptState, string[]] => [
    `the cycle ${periodCount}`,
    [exampleNotification({ periodCount })],
    "paid",
    [],
  ]),
  ...[undefined, "1", "0", "02", "-1"].map((periodCount): [string, Fact[], AttemptState, string[]] => [
    `the cycle ${periodCount} under a number of its own (CYC-NUMBER)`,
    [
      exampleResponse("redirect"),
      exampleNotification({ reportedAttemptId: "X", ...(periodCount && { periodCount }) }),
    ],
    "pending",
    ["unknown-cycle T1"],
  ]),
  [
    "a later cycle under a number of its own (CYC-NUMBER)",
    [exampleNotification({ reportedAttemptId: "X", periodCount: "2", gatewaySubscriptionId: "M1" })],
    "paid",
    [],
  ],
  [
    "an unknown cycle of a transaction that has paid one (CYC-TRANSACTION)",
    [exampleResponse("redirect"), exampleNotification({ periodCount: "0", usedFor: 2 })],
    "pending",
    [],
  ],
  [
    "a closing of an unknown cycle that tells of no charge (ITEM-CYCLE)",
    [exampleResponse("approved"), exampleFailure({ periodCount: "0", enabled: "0" })],
    "approved",
    [],
  ],
  [
    "a closing of an unknown cycle that tells of a charge (ITEM-CYCLE)",
    [exampleResponse("redirect"), exampleNotification({ periodCount: "0", enabled: "0" })],
    "pending",
    ["unknown-cycle T1"],
  ],
  [
    "a failed unknown cycle that closes nothing (ITEM-CYCLE)",
    [exampleResponse("approved"), exampleFailure({ periodCount: "0", enabled: "1" })],
    "approved",
    ["unknown-cycle T1"],
  ],
  [
    "a failed unknown cycle",
    [exampleResponse("approved"), exampleFailure({ periodCount: "x" })],
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
    [
      exampleResponse("approved"),
      exampleFailure(),
      exampleNotification(),
      wrong({ transactionId: "T2" }),
      exampleResolution("dismiss"),
    ],
    [
      exampleNotification({ transactionId: "T3" }),
      exampleNotification({ transactionId: "T10" }),
      exampleNotification({ transactionId: "T2" }),
      exampleNotification({ transactionId: "T1" }),
      exampleFailure({ transactionId: "T2" }),
    ],
    [
      wrong(),
      wrong({ trueAmount: "2.00" }),
      wrong({ amount: "3.00" }),
      exampleFailure(),
      exampleNotification({ returncode: "09" }),
    ],
    [
      exampleNotification({ alertType: "Refund" }),
      exampleNotification({ alertType: "RDR" }),
      exampleNotification({ periodCount: "x" }),
      exampleResponse("redirect"),
    ],
  ];

  test("every order gives the same state and items", () => {
    for (const facts of sets) {
      const expected = deriveAttemptState(terms, facts);
      for (const order of ordersOf(facts)) expect(deriveAttemptState(terms, order)).toEqual(expected);
    }
  });

  test("every repetition gives the same state and items", () => {
    for (const facts of sets) {
      const expected = deriveAttemptState(terms, facts);
      for (const fact of facts) {
        expect(deriveAttemptState(terms, [...facts, fact])).toEqual(expected);
        expect(deriveAttemptState(terms, [fact, ...facts, fact, fact])).toEqual(expected);
      }
      expect(deriveAttemptState(terms, [...facts, ...facts.toReversed()])).toEqual(expected);
    }
  });

  test("facts told one by one, in any order and twice, add up to the same", () => {
    for (const facts of sets) {
      for (const order of ordersOf(facts)) {
        const heard = [...order, ...order].reduce<readonly Fact[]>(
          (known, fact) => addFacts(known, [fact]),
          [],
        );
        expect(deriveAttemptState(terms, heard)).toEqual(deriveAttemptState(terms, facts));
      }
    }
  });

  test("an item stays, whatever comes later", () => {
    const later = [
      exampleNotification(),
      exampleFailure(),
      exampleResolution("accept"),
      exampleResolution("dismiss"),
      exampleResponse("approved"),
      exampleNotification({ transactionId: "T9" }),
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
      exampleFailure(),
      wrong(),
      exampleResolution("dismiss"),
      exampleResolution("record-refund"),
      exampleNotification({ alertType: "Refund" }),
      exampleNotification({ returncode: "09" }),
      exampleResponse("declined"),
    ];
    for (const fact of later) {
      expect(stateOf([exampleNotification(), fact])).toBe("paid");
      expect(stateOf([fact, exampleNotification()])).toBe("paid");
    }
  });

  test("judging changes nothing", () => {
    const facts = Object.freeze(
      [exampleFailure(), exampleNotification(), wrong({ transactionId: "T2" })].map((fact) =>
        Object.freeze(fact),
      ),
    );
    expect(() => deriveAttemptState(terms, facts)).not.toThrow();
  });

  function ordersOf(facts: readonly Fact[]): Fact[][] {
    if (facts.length < 2) return [[...facts]];
    return facts.flatMap((fact, index) => ordersOf(facts.toSpliced(index, 1)).map((rest) => [fact, ...rest]));
  }
});

describe("the money gate (B-40b, NOT-AMOUNT, NOT-CURRENCY, MON-COMPARE)", () => {
  const one: ExpectedAmounts = { amount: money(100, "USD"), chargedAmount: money(100, "USD") };
  const verdict = (changed: Partial<NotificationFact>, on = one) =>
    deriveAttemptState(on, [exampleNotification({ amount: "1.00", trueAmount: "1.00", ...changed })]).state;

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

  test("less or more paid than asked is both a amount-mismatch", () => {
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
    const on = { amount, chargedAmount: amount };
    expect(verdict({ currency, amount: right, trueAmount: right }, on)).toBe("paid");
    expect(verdict({ currency, amount: off, trueAmount: off }, on)).toBe("review");
  });

  test("yen are not taken for hundredths, nor the other way round (B-40)", () => {
    const yen = { amount: money(1999, "JPY"), chargedAmount: money(1999, "JPY") };
    expect(verdict({ currency: "JPY", amount: "19.99", trueAmount: "19.99" }, yen)).toBe("review");
    expect(verdict({ currency: "JPY", amount: "199900", trueAmount: "199900" }, yen)).toBe("review");
  });

  test("the first cycle of a plan is paid with its own amount (PLAN-FIRST)", () => {
    const first: ExpectedAmounts = { amount: money(1999, "USD"), chargedAmount: money(100, "USD") };
    expect(verdict({ amount: "19.99", trueAmount: "1.00" }, first)).toBe("paid");
    expect(verdict({ amount: "19.99", trueAmount: "19.99" }, first)).toBe("review");
    expect(verdict({ amount: "1.00", trueAmount: "1.00" }, first)).toBe("review");
  });

  test("a mismatch of a first period names its own amount (PLAN-FIRST, ITEM-MISMATCH)", () => {
    const first: ExpectedAmounts = { amount: money(1999, "USD"), chargedAmount: money(100, "USD") };
    const { findings } = deriveAttemptState(first, [
      exampleNotification({ amount: "19.99", trueAmount: "19.99" }),
    ]);
    expect(findings.map(({ evidence }) => evidence)).toEqual([
      "The shop asked for 19.99 and, for the first period, 1.00 USD. Transaction T1 reports 19.99 USD paid, for an order of 19.99 USD.",
    ]);
  });

  test("a mismatch says what was reported (ITEM-MISMATCH)", () => {
    const { findings } = deriveAttemptState(one, [
      exampleNotification({ amount: "1.00", trueAmount: "0.01", currency: "EUR" }),
    ]);
    expect(findings).toEqual([
      {
        kind: "amount-mismatch",
        dedupeKey: "T1",
        evidence:
          "The shop asked for 1.00 USD. Transaction T1 reports 0.01 EUR paid, for an order of 1.00 EUR.",
      },
    ]);
  });
});

test.each<[string, Fact[], string]>([
  [
    "a contradiction (ITEM-CONTRADICTORY)",
    [exampleNotification(), exampleFailure()],
    "Transaction T1 was reported both as successful and as failed.",
  ],
  [
    "a refund notice (ITEM-NOTICE)",
    [exampleNotification({ alertType: "RDR" })],
    "Notice of type RDR for transaction T1: money may have been refunded.",
  ],
  [
    "an unknown cycle (ITEM-CYCLE)",
    [exampleNotification({ periodCount: "0" })],
    "Transaction T1 names the cycle 0, which is not the number of a cycle.",
  ],
  [
    "an unknown code (ITEM-CODE)",
    [exampleNotification({ returncode: "09" })],
    "Transaction T1 has the code 09, which the protocol does not define.",
  ],
])("%s says what was heard", (_, facts, evidence) => {
  expect(deriveAttemptState(terms, facts).findings.map((item) => item.evidence)).toEqual([evidence]);
});

test.each<[AttemptState, boolean]>([
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
      exampleNotification({ transactionId: "T2" }),
      wrong({ transactionId: "T3" }),
      exampleNotification(),
      exampleNotification({ enabled: "0" }),
      exampleFailure({ transactionId: "T4" }),
    ];
    expect(transactionsPaying(terms, facts)).toEqual([["T2"], ["T1"]]);
  });

  test("staff are told all of them (B-10, ITEM-TWICE)", () => {
    const { findings } = deriveAttemptState(terms, [
      exampleNotification({ transactionId: "T2" }),
      exampleNotification(),
    ]);
    expect(findings[0]?.evidence).toBe("2 transactions paid this in full: T1, T2.");
  });
});

test("a retry changes neither state nor items, wherever it stands among the facts", () => {
  const sets: Fact[][] = [
    [],
    [exampleResponse("redirect")],
    [exampleResponse("approved"), exampleFailure()],
    [wrong()],
    [wrong(), exampleResolution("accept")],
    [exampleFailure(), exampleResolution("dismiss")],
    [exampleNotification(), exampleNotification({ transactionId: "T2" }), exampleResolution("record-refund")],
  ];
  for (const facts of sets)
    for (let place = 0; place <= facts.length; place++)
      expect(deriveAttemptState(terms, facts.toSpliced(place, 0, exampleRetry()))).toEqual(
        deriveAttemptState(terms, facts),
      );
});
