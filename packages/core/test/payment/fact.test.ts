import { expect, test } from "vitest";
import {
  addFacts,
  type Fact,
  factIdentity,
  factSchema,
  operatorFact,
  type ResponseFact,
} from "../../src/payment/fact.ts";
import { failed, notified, operator, response } from "./example-facts.ts";

test("a fact that is known is not added, and then nothing is new", () => {
  const known: Fact[] = [response("redirect"), notified()];
  expect(addFacts(known, [notified(), response("redirect")])).toBe(known);
  expect(addFacts(known, [])).toBe(known);
});

test("of two of one identity the first stays", () => {
  const later = { ...notified(), at: "2026-11-20T11:00:00.000Z" };
  expect(addFacts([notified()], [later])).toEqual([notified()]);
  expect(addFacts([notified()], [later, failed()])).toEqual([notified(), failed()]);
  expect(addFacts([], [notified(), later])).toEqual([notified()]);
});

test("there is one response per payment (LED-JUDGE)", () => {
  expect(addFacts([response("unknown")], [response("approved")])).toEqual([response("unknown")]);
});

test("new facts come after known ones, in the order in which they were told", () => {
  expect(addFacts([response("redirect")], [notified(), failed(), notified()])).toEqual([
    response("redirect"),
    notified(),
    failed(),
  ]);
});

test("different things have different identities", () => {
  const facts = [
    response("redirect"),
    notified(),
    failed(),
    notified({ transactionId: "T2" }),
    operator("accepted"),
    operator("closed"),
  ];
  expect(new Set(facts.map(factIdentity)).size).toBe(facts.length);
});

test.each<[string, unknown]>([
  ["another source", { ...response("redirect"), source: "rumour" }],
  ["another outcome", response("paid" as never)],
  ["a time that is none", { ...notified(), at: "yesterday" }],
  ["an operator without a name", { ...operator("closed"), who: "" }],
  ["an action nobody has", operator("forgiven" as never)],
  ["a rule nobody knows", { ...notified(), rule: "any" }],
])("%s is no fact", (_, fact) => {
  expect(factSchema.safeParse(fact).success).toBe(false);
});

const outcomes: ResponseFact["outcome"][] = ["redirect", "approved", "declined", "rejected", "unknown"];

test("facts survive being written and read", () => {
  for (const fact of [
    ...outcomes.map((outcome) => response(outcome)),
    notified({ key: "previous" }),
    response("rejected", { duplicate: true, text: "x" }),
    notified({ enabled: "0" }),
    operator("accepted"),
    operator("closed"),
    operator("refunded"),
  ])
    expect(factSchema.parse(JSON.parse(JSON.stringify(fact)))).toEqual(fact);
});

test.each<[string, Record<string, unknown>, [string, RegExp]]>([
  ["no name", { who: undefined }, ["who", /^is required$/]],
  ["a name of blanks", { who: "  " }, ["who", /empty/]],
  ["a name of 201 characters", { who: "x".repeat(201) }, ["who", /200/]],
  ["no note", { note: undefined }, ["note", /^is required$/]],
  ["a note of 2001 characters", { note: "x".repeat(2001) }, ["note", /2000/]],
  ["an action nobody has", { action: "forgiven" }, ["action", /accepted, closed or refunded/]],
])("an operator with %s is told what to mend", (_, changed, [field, says]) => {
  const { error } = operatorFact.safeParse({ ...operator("closed"), ...changed });
  expect(error?.issues).toEqual([
    expect.objectContaining({ path: [field], message: expect.stringMatching(says) }),
  ]);
});

test("an operator's name and note may be as long as we say, and blanks around a name do not count", () => {
  const longest = { ...operator("closed"), who: "x".repeat(200), note: "x".repeat(2000) };
  expect(operatorFact.parse({ ...longest, who: ` ${longest.who} ` })).toEqual(longest);
});
