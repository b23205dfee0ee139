import { expect, test } from "vitest";
import {
  addFacts,
  decisionFact,
  type Fact,
  factIdentity,
  factSchema,
  type ResponseFact,
} from "../../src/payment/fact.ts";
import { failed, notified, operator, response, retried } from "./example-facts.ts";

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
    retried(),
    retried({ item: "00000000000000000001/not-verified" }),
  ];
  expect(new Set(facts.map(factIdentity)).size).toBe(facts.length);
});

test.each<[string, unknown]>([
  ["another source", { ...response("redirect"), source: "rumour" }],
  ["another outcome", response("paid" as never)],
  ["a time that is none", { ...notified(), at: "yesterday" }],
  ["a decision of nobody", { ...operator("closed"), operator: undefined }],
  ["a retry of nobody", { ...retried(), operator: undefined }],
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
    { ...operator("refunded"), operator: { id: "user_1" } },
    retried(),
    retried({ kind: "cycle", cycle: 2 }),
  ])
    expect(factSchema.parse(JSON.parse(JSON.stringify(fact)))).toEqual(fact);
});

test.each<[string, Record<string, unknown>, [string, RegExp]]>([
  ["no operator", { operator: undefined }, ["operator", /\{ id, name \}/]],
  ["a name for an operator", { operator: "Grace" }, ["operator", /\{ id, name \}/]],
  ["no id", { operator: { name: "Grace" } }, ["operator.id", /^is required/]],
  ["an empty id", { operator: { id: "" } }, ["operator.id", /empty/]],
  ["an id of 201 characters", { operator: { id: "x".repeat(201) } }, ["operator.id", /200/]],
  ["a blank in the id", { operator: { id: "user 1" } }, ["operator.id", /blanks/]],
  ["a line break in the id", { operator: { id: "user_1\n" } }, ["operator.id", /blanks/]],
  ["a right-to-left override in the id", { operator: { id: "user\u202e_1" } }, ["operator.id", /control/]],
  ["a name that is no text", { operator: { id: "1", name: 7 } }, ["operator.name", /text/]],
  ["no note", { note: undefined }, ["note", /^is required$/]],
  ["a note of 2001 characters", { note: "x".repeat(2001) }, ["note", /2000/]],
  ["an action nobody has", { action: "forgiven" }, ["action", /accepted, closed or refunded/]],
])("a decision with %s is refused by its path", (_, changed, [field, says]) => {
  const { error } = decisionFact.safeParse({ ...operator("closed"), ...changed });
  expect(error?.issues.map(({ path, message }) => [path.join("."), message])).toEqual([
    [field, expect.stringMatching(says)],
  ]);
});

test("an operator's id and note may be as long as we say", () => {
  const longest = { ...operator("closed"), operator: { id: "x".repeat(200) }, note: "x".repeat(2000) };
  expect(decisionFact.parse(longest)).toEqual(longest);
});

test.each([
  ["blanks", "  Grace \t\r\n  Hopper ", "Grace Hopper"],
  ["control characters", "Grace\u0000\u001b[31mHopper", "Grace [31mHopper"],
  ["characters that turn the text around", "\u202eGrace\u2066 Hopper\u2069", "Grace Hopper"],
  ["invisible characters", "Grace\u200b\ufeffHopper", "Grace Hopper"],
  ["half of a character", "Grace\ud83d", "Grace"],
  ["201 characters", "x".repeat(201), "x".repeat(200)],
  ["200 characters of two units each, and more", "😀".repeat(201), "😀".repeat(200)],
  ["a blank where it is cut", `${"x".repeat(199)} y`, "x".repeat(199)],
  ["nothing to print", " \u202e\n", undefined],
])("an operator's name with %s is stored in one line", (_, name, stored) => {
  const { operator: parsed } = decisionFact.parse({
    ...operator("closed"),
    operator: { id: "user_1", name },
  });
  expect(parsed).toEqual(stored === undefined ? { id: "user_1" } : { id: "user_1", name: stored });
  expect(decisionFact.parse({ ...operator("closed"), operator: parsed }).operator).toEqual(parsed);
});

test("what a host stores beside the id and the name of its users is not stored here", () => {
  const { operator: parsed } = decisionFact.parse({
    ...operator("closed"),
    operator: { id: "user_1", name: "Grace", email: "grace@example.com" },
  });
  expect(parsed).toEqual({ id: "user_1", name: "Grace" });
});
