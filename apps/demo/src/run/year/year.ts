import { setTimeout as pause } from "node:timers/promises";
import { controlClient, type FaultInput } from "@pay-index/sandbox/client";
import { Browser } from "../../buyer/browser.ts";
import { waitForOrder } from "../../buyer/way-back.ts";
import { cards } from "../../buyer/wish.ts";
import type { Attempt, DemoShop } from "../demo-shop.ts";
import type { Place } from "../place.ts";
import { Refused } from "../sell.ts";
import { plot } from "./plot.ts";
import { type Books, type Row, rowOf } from "./row.ts";

export interface YearIn {
  readonly shop: DemoShop & Required<Pick<DemoShop, "subscriptionInDatabase">>;
  readonly place: Place;
}

const hour = 3600;
const day = 24 * hour;
/** Milliseconds. */
const patience = 10_000;
const between = 20;

/** Begins a subscription as a buyer would, and lets a year pass on both clocks. Gives a row for each cycle, as it ends. */
export async function* playYear(stage: YearIn): AsyncGenerator<Row, Attempt> {
  const attempt = await begin(stage);
  for (let cycle = 1; cycle <= plot.cycles; cycle++) {
    if (cycle > 1) await playMonth(cycle, { ...stage, attempt });
    yield rowOf(cycle, await readBooks({ ...stage, attempt }));
  }
  return attempt;
}

async function begin({ shop, place }: YearIn): Promise<Attempt> {
  const browser = new Browser({ cookies: shop.cookies });
  const attempt = await shop.order(browser, place, { variant: "subscription", card: cards.good });
  if (attempt.state === "failed") throw new Refused(attempt.answer);
  await waitForOrder(browser);
  return attempt;
}

type Begun = YearIn & { readonly attempt: Attempt };

async function playMonth(cycle: number, begun: Begun): Promise<void> {
  const { attempt, place } = begun;
  const desk = controlClient(place.sandboxUrl);
  const { orderNumber } = attempt;
  await desk.setFaults({ of: "order", orderNumber }, faultsOf(cycle));
  await pass(await untilDue(cycle, begun), begun);
  if (cycle === plot.missed) {
    await pass(2 * day, begun);
    await becomes(begun, ({ shop }) => shop.missed.includes(cycle));
    await desk.setFaults({ of: "order", orderNumber }, []);
    await desk.notify(orderNumber);
  }
  if (cycle > plot.closedWith) return;
  await becomes(begun, ({ shop }) => shop.renewals.some((renewal) => renewal.cycle === cycle));
  if (cycle !== plot.closedWith) return;
  await desk.closeOrder(orderNumber);
  await becomes(begun, ({ shop }) => shop.closed > 0);
}

function faultsOf(cycle: number): FaultInput[] {
  if (cycle === plot.declined) return [{ kind: "decline_cycle", attempts: 1 }];
  return cycle === plot.missed ? [{ kind: "drop" }] : [];
}

/** Seconds until the cycle is charged, with time for all its tries. What is not planned any more would be due in a month. */
async function untilDue(cycle: number, { attempt, place }: Begun): Promise<number> {
  const desk = controlClient(place.sandboxUrl);
  const { timeline } = await desk.story(attempt.orderNumber);
  const planned = timeline.findLast((event) => event.type === "cycle_planned");
  if (planned?.cycle !== cycle || cycle > plot.closedWith) return 31 * day;
  const { now } = await desk.clock();
  return (Date.parse(planned.dueAt) - Date.parse(now)) / 1000 + 3 * hour;
}

/** The shop's clock goes ahead: nothing that the gateway says comes from the shop's future. */
async function pass(seconds: number, { place }: YearIn): Promise<void> {
  await place.passInShop(seconds);
  await controlClient(place.sandboxUrl).advance({ seconds });
}

/** Waits for it, but not for ever: what never becomes so is told by its row. */
async function becomes(begun: Begun, isSo: (books: Books) => boolean): Promise<void> {
  const end = Date.now() + patience;
  while (!isSo(await readBooks(begun)) && Date.now() < end) await pause(between);
}

async function readBooks({ shop, place, attempt }: Begun): Promise<Books> {
  const story = await controlClient(place.sandboxUrl).story(attempt.orderNumber);
  const firstIsPaid = (await shop.stateInDatabase(attempt, place)) === shop.paid;
  return { story, shop: { ...(await shop.subscriptionInDatabase(attempt, place)), firstIsPaid } };
}
