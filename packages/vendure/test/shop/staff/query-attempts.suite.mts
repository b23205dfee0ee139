import type { FaultInput } from "@pay-index/sandbox";
import { expect, test } from "vitest";
import { readOrderRecord } from "../catalog-and-orders.mts";
import type { TestShop } from "../test-shop.mts";

const queryAttempts = `mutation ($ids: [String!]!) {
  queryPayIndexAttempts(attemptIds: $ids) { attemptId outcome state reason text } }`;

/** What staff get when they ask the gateway about attempts. Nobody asks the gateway for a minute afterwards. */
export function queryAttemptsSuite(shop: () => TestShop): void {
  const query = (ids: readonly string[], headers: Record<string, string> = {}) =>
    shop().staff.ask(queryAttempts, { ids }, headers);

  /** An attempt that was paid, and whose notification is lost. */
  async function startPaidAttempt(channel = "default") {
    const started = await shop().startOrder({ channel, faults: [{ kind: "drop" }] });
    await shop().control.resolve(started.attemptId, { outcome: "paid" });
    return started;
  }

  const queriesAbout = (attemptId: string) =>
    shop().logged.filter((line) => line.includes('"query-answered"') && line.includes(attemptId)).length;

  test("an answer that the attempt is paid places its order, once", async () => {
    const { code, attemptId } = await startPaidAttempt();
    expect(await readOrderRecord(shop().app, code)).toMatchObject({ payments: [] });
    const reported = { attemptId, outcome: "REPORTED", state: "PAID", reason: null, text: null };
    for (const _ of [1, 2]) expect(await query([attemptId])).toEqual([reported]);
    expect(await readOrderRecord(shop().app, code)).toMatchObject({
      state: "PaymentSettled",
      payments: [{ amount: 1999, state: "Settled" }],
    });
  });

  test("a channel gets answers only about the attempts of its own merchants, and the gateway is not asked about others", async () => {
    const [own, other] = [await startPaidAttempt("north"), await startPaidAttempt()];
    const answers = await query([other.attemptId, own.attemptId], { "vendure-token": "north" });
    expect(answers).toMatchObject([
      { attemptId: other.attemptId, outcome: "NOT_ASKED", reason: "attempt_unknown", text: null },
      { attemptId: own.attemptId, outcome: "REPORTED", state: "PAID" },
    ]);
    expect(queriesAbout(other.attemptId)).toBe(0);
    expect(await readOrderRecord(shop().app, other.code)).toMatchObject({ state: "ArrangingPayment" });
  });

  test("an invalid list is refused with a text, and the gateway is not asked", async () => {
    const { attemptId } = await shop().startOrder();
    for (const ids of [[], Array.from({ length: 101 }, (_, index) => `A${index}`), [attemptId, attemptId]])
      await expect(query(ids)).rejects.toThrow("Name 1 to 100 attempts, each only once.");
    expect(queriesAbout(attemptId)).toBe(0);
  });

  test("a query for one attempt runs also while the gateway is silent", async () => {
    const faults: FaultInput[] = [{ kind: "lost_call", when: "before" }];
    const ids: string[] = [];
    for (let left = 4; left > 0; left--) ids.push((await shop().startOrder({ faults })).attemptId);
    for (const _ of [1, 2]) await query(ids);
    const answers = await query(ids);
    expect(answers).toMatchObject(ids.map(() => ({ outcome: "NOT_ASKED", reason: "gateway_silent" })));
    expect(await query(ids.slice(0, 1))).toMatchObject([{ outcome: "UNKNOWN", reason: "network" }]);
  });
}
