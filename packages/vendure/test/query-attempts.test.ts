import { englishStaffTexts } from "@pay-index/core/staff";
import type { FaultInput } from "@pay-index/sandbox";
import type { Variant } from "@pay-index/vendure";
import { Kind } from "graphql";
import { afterAll, beforeAll, expect, test } from "vitest";
import { adminSchema } from "../src/admin-api/admin-schema.ts";
import { createChannels } from "./conformance/channels.mts";
import { createSqljsDatabase } from "./conformance/test-database.mts";
import { readOrderRecord, sellProduct } from "./shop/catalog-and-orders.mts";
import { StaffMember } from "./shop/staff-member.mts";
import { openTestShop, type TestShop } from "./shop/test-shop.mts";

// What staff get when they ask the gateway about attempts, on a real Vendure and the sandbox.

const queryAttempts = `mutation ($ids: [String!]!) {
  queryPayIndexAttempts(attemptIds: $ids) { attemptId outcome state reason text } }`;
const unknownAttempt = { outcome: "NOT_ASKED", reason: "attempt_unknown", text: null };
const reported = (attemptId: string, state: string) => ({
  attemptId,
  outcome: "REPORTED",
  state,
  reason: null,
  text: null,
});

let stage: TestShop;
let staff: StaffMember;
let tea: string;
beforeAll(async () => {
  const hosted = { id: "10002", key: "sandbox-hosted-key", variants: ["hosted"] as Variant[] };
  stage = await openTestShop({
    place: await createSqljsDatabase(),
    // The first channel that a fresh database gets beside the default one has the id 2.
    plugin: { merchants: [hosted, { ...hosted, tenant: "2" }], operations: { query: { minimumGap: 0 } } },
  });
  await createChannels(stage.app, [{ tenant: "north", id: "1", key: "1" }]);
  tea = await sellProduct(stage.app, { name: "Tea", price: 1999, channel: "north" });
  staff = await StaffMember.signIn(stage.origin);
}, 120_000);
afterAll(() => stage?.close());

const query = (ids: readonly string[], headers: Record<string, string> = {}) =>
  staff.ask(queryAttempts, { ids }, headers);

/** @param channel whose merchant charges. Each order is in both channels. */
async function startAttempt(channel = "default", faults: FaultInput[] = []) {
  const buyer = stage.buyer({}, "north");
  const code = await buyer.isReadyToPay(tea);
  buyer.visits(channel);
  await buyer.start({ method: "hosted" });
  const attemptId = await stage.attempt(code);
  await stage.control.setFaults({ of: "order", orderId: attemptId }, faults);
  return { code, attemptId };
}

/** An attempt that was paid, and whose notification is lost. */
async function startPaidAttempt(channel = "default") {
  const started = await startAttempt(channel, [{ kind: "drop" }]);
  await stage.control.resolve(started.attemptId, { outcome: "paid" });
  return started;
}

const queriesAbout = (attemptId: string) =>
  stage.logged.filter((line) => line.includes('"query-answered"') && line.includes(attemptId)).length;

test("the API has every answer that core has a text for", () => {
  const names = adminSchema.definitions.flatMap((node) =>
    node.kind === Kind.ENUM_TYPE_DEFINITION &&
    ["PayIndexTradeState", "PayIndexQueryOutcome"].includes(node.name.value)
      ? (node.values ?? []).map(({ name }) => name.value.toLowerCase().replaceAll("_", "-"))
      : [],
  );
  expect(names.toSorted()).toEqual(["reported", ...Object.keys(englishStaffTexts.query.answers)].toSorted());
});

test("an answer that the attempt is paid places its order, once", async () => {
  const { code, attemptId } = await startPaidAttempt();
  expect(await readOrderRecord(stage.app, code)).toMatchObject({ state: "ArrangingPayment", payments: [] });
  for (const _ of [1, 2]) expect(await query([attemptId])).toEqual([reported(attemptId, "PAID")]);
  expect(await readOrderRecord(stage.app, code)).toMatchObject({
    state: "PaymentSettled",
    payments: [{ amount: 1999, state: "Settled" }],
  });
});

test("a channel gets answers only about the attempts of its own merchants, and the gateway is not asked about others", async () => {
  const [own, other] = [await startPaidAttempt("north"), await startPaidAttempt("default")];
  const north = { "vendure-token": "north" };
  const answers = await query([other.attemptId, own.attemptId], north);
  expect(answers).toMatchObject([
    { attemptId: other.attemptId, ...unknownAttempt },
    { attemptId: own.attemptId, outcome: "REPORTED", state: "PAID" },
  ]);
  expect(queriesAbout(other.attemptId)).toBe(0);
  expect(await readOrderRecord(stage.app, other.code)).toMatchObject({ state: "ArrangingPayment" });
  expect(await query([other.attemptId])).toMatchObject([{ state: "PAID" }]);
});

test("an invalid list is refused with a text, and the gateway is not asked", async () => {
  const { attemptId } = await startAttempt();
  const problem = "Name 1 to 100 attempts, each only once.";
  for (const ids of [[], Array.from({ length: 101 }, (_, index) => `A${index}`), [attemptId, attemptId]])
    await expect(query(ids)).rejects.toThrow(problem);
  expect(queriesAbout(attemptId)).toBe(0);
});

// The last test: the gateway is left alone for a minute afterwards.
test("a query for one attempt runs also while the gateway is silent", async () => {
  const silent: FaultInput[] = [{ kind: "lost_call", when: "before" }];
  const ids: string[] = [];
  for (let left = 4; left > 0; left--) ids.push((await startAttempt("default", silent)).attemptId);
  for (const _ of [1, 2]) await query(ids);
  const answers = await query(ids);
  expect(answers).toMatchObject(ids.map(() => ({ outcome: "NOT_ASKED", reason: "gateway_silent" })));
  expect(await query(ids.slice(0, 1))).toMatchObject([{ outcome: "UNKNOWN", reason: "network" }]);
});
