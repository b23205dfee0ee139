import { setTimeout as pause } from "node:timers/promises";
import { createControlClient, type FaultInput } from "@pay-index/sandbox/client";
import { FormBrowser } from "../../buyer/form-browser.ts";
import { waitForOrderPage } from "../../buyer/gateway-pages.ts";
import { testCards } from "../../buyer/payment-choice.ts";
import { SaleRefusedError } from "../buy-order.ts";
import type { DemoEnvironment } from "../demo-environment.ts";
import type { DemoAttempt, DemoShopDriver } from "../demo-shop-driver.ts";
import { type CycleRow, type GatewayAndShopRecords, toCycleRow } from "./cycle-row.ts";
import { yearScenario } from "./year-scenario.ts";

export interface YearInput {
  readonly shop: DemoShopDriver & Required<Pick<DemoShopDriver, "subscriptionInDatabase">>;
  readonly place: DemoEnvironment;
}

const hour = 3600;
const day = 24 * hour;
/** Milliseconds. */
const waitTimeoutMs = 10_000;
const pollIntervalMs = 20;

/** Starts a subscription as a buyer does, and lets a year pass on both clocks. Yields a row for each cycle. */
export async function* runSubscriptionYear(stage: YearInput): AsyncGenerator<CycleRow, DemoAttempt> {
  const attempt = await startSubscription(stage);
  for (let cycle = 1; cycle <= yearScenario.cycles; cycle++) {
    if (cycle > 1) await runMonth(cycle, { ...stage, attempt });
    yield toCycleRow(cycle, await readRecords({ ...stage, attempt }));
  }
  return attempt;
}

async function startSubscription({ shop, place }: YearInput): Promise<DemoAttempt> {
  const browser = new FormBrowser({ cookies: shop.cookies });
  const attempt = await shop.order(browser, place, { variant: "subscription", card: testCards.good });
  if (attempt.state === "failed") throw new SaleRefusedError(attempt.answer);
  await waitForOrderPage(browser);
  return attempt;
}

type RunningYear = YearInput & { readonly attempt: DemoAttempt };

async function runMonth(cycle: number, begun: RunningYear): Promise<void> {
  const { attempt, place } = begun;
  const control = createControlClient(place.sandboxUrl);
  const { attemptId } = attempt;
  await control.setFaults({ of: "order", orderId: attemptId }, faultsOfCycle(cycle));
  await advanceClocks(await secondsUntilDue(cycle, begun), begun);
  if (cycle === yearScenario.overdue) {
    await advanceClocks(2 * day, begun);
    await waitUntilRecorded(begun, ({ shop }) => shop.overdue.includes(cycle));
    await control.setFaults({ of: "order", orderId: attemptId }, []);
    await control.notify(attemptId);
  }
  if (cycle > yearScenario.closedWith) return;
  await waitUntilRecorded(begun, ({ shop }) => shop.renewals.some((renewal) => renewal.cycle === cycle));
  if (cycle !== yearScenario.closedWith) return;
  await control.closeOrder(attemptId);
  await waitUntilRecorded(begun, ({ shop }) => shop.closed > 0);
}

function faultsOfCycle(cycle: number): FaultInput[] {
  if (cycle === yearScenario.declined) return [{ kind: "decline_cycle", attempts: 1 }];
  return cycle === yearScenario.overdue ? [{ kind: "drop" }] : [];
}

/**
 * Returns the seconds until the cycle is charged, with time for all its tries. An unplanned cycle would be due in a
 * month.
 */
async function secondsUntilDue(cycle: number, { attempt, place }: RunningYear): Promise<number> {
  const control = createControlClient(place.sandboxUrl);
  const { timeline } = await control.orderDetails(attempt.attemptId);
  const planned = timeline.findLast((event) => event.type === "cycle_planned");
  if (planned?.cycle !== cycle || cycle > yearScenario.closedWith) return 31 * day;
  const { now } = await control.clock();
  return (Date.parse(planned.dueAt) - Date.parse(now)) / 1000 + 3 * hour;
}

/** Moves the shop's clock first, so that no notification is from the shop's future. */
async function advanceClocks(seconds: number, { place }: YearInput): Promise<void> {
  await place.passInShop(seconds);
  await createControlClient(place.sandboxUrl).advance({ seconds });
}

/** Waits until the records match, with a timeout. The row displays a mismatch. */
async function waitUntilRecorded(
  begun: RunningYear,
  isSo: (records: GatewayAndShopRecords) => boolean,
): Promise<void> {
  const end = Date.now() + waitTimeoutMs;
  while (!isSo(await readRecords(begun)) && Date.now() < end) await pause(pollIntervalMs);
}

async function readRecords({ shop, place, attempt }: RunningYear): Promise<GatewayAndShopRecords> {
  const details = await createControlClient(place.sandboxUrl).orderDetails(attempt.attemptId);
  const firstIsPaid = (await shop.stateInDatabase(attempt, place)) === shop.paid;
  return { details, shop: { ...(await shop.subscriptionInDatabase(attempt, place)), firstIsPaid } };
}
