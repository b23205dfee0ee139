import { expect, test } from "vitest";
import {
  addFact,
  type Fact,
  factIdentity,
  factSchema,
  resolutionFactSchema,
} from "../../src/payment/fact.ts";
import {
  exampleDispute,
  exampleInquiry,
  exampleNotification,
  exampleResolution,
  exampleResponse,
  exampleRetry,
} from "./example-facts.ts";

test("the first of two facts with one identity is stored", () => {
  const later = { ...exampleNotification(), at: "2026-11-20T11:00:00.000Z" };
  expect(addFact([exampleNotification()], later)).toEqual([exampleNotification()]);
});

test("a payment has one response (ENG-STATE)", () => {
  expect(addFact([exampleResponse("unknown")], exampleResponse("approved"))).toEqual([
    exampleResponse("unknown"),
  ]);
});

test.each<[string, unknown]>([
  ["another source", { ...exampleResponse("redirect"), source: "rumour" }],
  ["another outcome", exampleResponse("paid" as never)],
  ["a time that is none", { ...exampleNotification(), at: "yesterday" }],
  ["a decision of nobody", { ...exampleResolution("dismiss"), operator: undefined }],
  ["a retry of nobody", { ...exampleRetry(), operator: undefined }],
  ["an action nobody has", exampleResolution("forgiven" as never)],
  ["a rule nobody knows", { ...exampleNotification(), rule: "any" }],
])("%s is not a fact", (_, fact) => {
  expect(factSchema().safeParse(fact).success).toBe(false);
});

test.each([
  ...(["redirect", "approved", "declined", "unknown"] as const).map((outcome) => exampleResponse(outcome)),
  exampleResponse("rejected", { duplicate: true, text: "x" }),
  exampleResponse("rejected", { duplicate: false, unclear: true }),
  exampleResponse("approved", { pays: true }),
  { source: "refusal-upheld", at: "2026-11-20T10:00:00.000Z" },
  exampleNotification({ key: "previous", enabled: "0" }),
  exampleNotification({ tolerance: { over: 100, under: 50 } }),
  exampleNotification({ inferred: ["currency"], usedFor: 2 }),
  exampleNotification({ usedFor: "refunded" }),
  exampleNotification({ weaker: true, unsigned: ["enabled"] }),
  exampleResolution("accept"),
  { ...exampleResolution("dismiss"), operator: { id: "user_1" } },
  { ...exampleResolution("record-refund"), frees: "attempt" as const },
  { ...exampleResolution("record-refund"), frees: "transactions" as const, transactions: ["T1"] },
  exampleRetry({ kind: "renewal-not-placed", cycle: 2 }),
])("a fact is unchanged after it is written and read: %#", (fact) => {
  expect(factSchema().parse(JSON.parse(JSON.stringify(fact)))).toEqual(fact);
});

test.each<[string, Record<string, unknown>, [string, RegExp]]>([
  ["no operator", { operator: undefined }, ["operator", /\{ id, name \}/]],
  ["a name for an operator", { operator: "Grace" }, ["operator", /\{ id, name \}/]],
  ["no id", { operator: { name: "Grace" } }, ["operator.id", /^is required/]],
  ["an empty id", { operator: { id: "" } }, ["operator.id", /empty/]],
  ["an id of 201 characters", { operator: { id: "x".repeat(201) } }, ["operator.id", /200/]],
  ["a blank in the id", { operator: { id: "user 1" } }, ["operator.id", /blanks/]],
  ["a right-to-left override in the id", { operator: { id: "user\u202e_1" } }, ["operator.id", /control/]],
  ["a name that is no text", { operator: { id: "1", name: 7 } }, ["operator.name", /text/]],
  ["no note", { note: undefined }, ["note", /^is required$/]],
  ["a note of 2001 characters", { note: "x".repeat(2001) }, ["note", /2000/]],
  ["an action nobody has", { action: "forgiven" }, ["action", /accept, dismiss or record-refund/]],
])("an operator action with %s is refused with its path", (_, changed, [field, says]) => {
  const { error } = resolutionFactSchema().safeParse({ ...exampleResolution("dismiss"), ...changed });
  expect(error?.issues.map(({ path, message }) => [path.join("."), message])).toEqual([
    [field, expect.stringMatching(says)],
  ]);
});

test("an operator's id and note can have the documented length, and other fields of the user are not stored", () => {
  const operator = { id: "x".repeat(200) };
  const longest = { ...exampleResolution("dismiss"), operator, note: "x".repeat(2000) };
  const user = { ...operator, email: "grace@example.com" };
  expect(resolutionFactSchema().parse({ ...longest, operator: user })).toEqual(longest);
});

test.each([
  ["blanks", "  Grace \t\r\n  Hopper ", "Grace Hopper"],
  ["control characters", "Grace\u0000\u001b[31mHopper", "Grace [31mHopper"],
  ["invisible characters", "Grace\u200b\ufeffHopper", "Grace Hopper"],
  ["half of a character", "Grace\ud83d", "Grace"],
  ["200 characters of two units each, and more", "😀".repeat(201), "😀".repeat(200)],
  ["a blank before 200 characters", ` ${"x".repeat(200)}`, "x".repeat(200)],
  ["a blank where it is cut", `${"x".repeat(199)} y`, "x".repeat(199)],
])("an operator's name with %s is stored in one line", (_, name, stored) => {
  const { operator: parsed } = resolutionFactSchema().parse({
    ...exampleResolution("dismiss"),
    operator: { id: "user_1", name },
  });
  expect(parsed).toEqual(stored === undefined ? { id: "user_1" } : { id: "user_1", name: stored });
  expect(
    resolutionFactSchema().parse({ ...exampleResolution("dismiss"), operator: parsed }).operator,
  ).toEqual(parsed);
});

const cancellation = { source: "cancellation", at: "2026-11-20T10:00:00.000Z" } as const;
const dispute = exampleDispute({
  ...{ refundId: "R1", refundAmount: "5.00", alertedAt: "2026-01-10 10:00:00", alertStatus: "00" },
});
const inquiry = exampleInquiry();
const retryIdentity = `operator/${cancellation.at}/retry/user_1/${exampleRetry().reviewItemId}`;

test.each<[string, Fact]>([
  ["response", exampleResponse("redirect")],
  [`notification/${exampleNotification().id}`, exampleNotification()],
  [`inquiry/${inquiry.id}`, inquiry],
  [`cancellation/${cancellation.at}/requested`, { ...cancellation, step: "requested", by: "buyer" }],
  [`cancellation/${cancellation.at}/requested/u`, { ...cancellation, step: "requested", by: { id: "u" } }],
  [`cancellation/${cancellation.at}/confirmed`, { ...cancellation, step: "confirmed" }],
  [`operator/${cancellation.at}/dismiss/user_1`, exampleResolution("dismiss")],
  [
    `operator/${cancellation.at}/accept/user_1/T1/T2`,
    { ...exampleResolution("accept"), transactions: ["T1", "T2"] },
  ],
  [
    `operator/${cancellation.at}/record-refund/user_1/attempt/T1/re_1`,
    {
      ...{ ...exampleResolution("record-refund"), frees: "attempt", transactions: ["T1"] },
      refund: { reference: "re_1", amount: { minor: 500, currency: "USD" }, ofOrder: true },
    },
  ],
  [
    "refund/submitted/A",
    { source: "refund", at: cancellation.at, step: "submitted", requestId: "A", leaseToken: "L" },
  ],
  ["dispute/d", dispute],
  ["refusal-upheld", { source: "refusal-upheld", at: cancellation.at }],
  ["omitted/failures", { source: "omitted", at: cancellation.at, of: "failures", count: 2 }],
  [retryIdentity, exampleRetry()],
  [`${retryIdentity}/refund/R-1`, exampleRetry({ returnedMoney: ["refund/R-1"] })],
])("the identity of a fact is %s", (identity, fact) => {
  expect(factIdentity(fact)).toBe(identity);
  expect(factSchema().parse(JSON.parse(JSON.stringify(fact)))).toEqual(fact);
});
