import { settled } from "../simulation/scheduler.ts";
import type { Message, ModelState, ModelStep } from "./model-traces.ts";
import { SteppedProcess, SteppedShop, unit } from "./stepped-shop.ts";

/** The calls of core that the steps of the model stand for. */
const callNames: Readonly<Record<string, string>> = {
  Receive: "receive",
  Load: "load",
  LoadRivals: "load",
  Commit: "commit",
  FindAttempt: "findAttempt",
  FindWinning: "findAttempt",
  PlaceOrder: "placeOrder",
  CompleteJob: "completeJob",
  RenewLease: "renewLease",
  GiveUpJob: "giveUpJob",
  RetryJobLater: "retryJobLater",
  ClaimJob: "claimJob",
  ListPending: "listPendingPayments",
  ClaimDueJob: "claimDueJobs",
};

const outcomes: Readonly<Record<string, string>> = {
  due: "Due",
  "given-up": "GivenUp",
  placed: "Placed",
  superseded: "Superseded",
};

const messageText = ({ attempt, pays }: Message) => `${attempt} ${pays ? "paid" : "declined"}`;
const sorted = <Value>(values: Iterable<Value>) => [...new Set(values)].sort();

/** Everything that a state of the model says about core. */
export function expectedState({ database, orders, acknowledged, running }: ModelState) {
  const { facts, winning, paidTwice, inbox, jobs, version } = database;
  return {
    version,
    facts: sorted(facts.map(messageText)),
    winning: sorted(winning),
    pending: sorted([...inbox].flatMap(([each, { isProcessed }]) => (isProcessed ? [] : messageText(each)))),
    jobs: sorted([...jobs].map(([attempt, { status, dueAt }]) => `${attempt} ${status.tag} ${dueAt}`)),
    items: sorted([
      ...[...jobs].flatMap(([attempt, { status }]) =>
        status.tag === "GivenUp" ? `${attempt} order-not-placed` : [],
      ),
      ...paidTwice.map((attempt) => `${attempt} paid-twice`),
    ]),
    orders: [...orders],
    acknowledged: sorted(acknowledged.map(messageText)),
    calls: [...running.values()].map(({ calls: [call] }) => call && callNames[call.tag]),
  };
}

/** One model trace on core. */
export class Replay {
  #shop = new SteppedShop(false);
  #begin = 0;
  #firstVersion = 0;
  #processes: SteppedProcess[] = [];

  async #start({ hasTransactions, running }: ModelState): Promise<void> {
    this.#shop = new SteppedShop(hasTransactions);
    this.#begin = this.#shop.now;
    this.#processes = [...running].map(() => new SteppedProcess(this.#shop));
    await this.#shop.startAttempts();
    this.#firstVersion = (await this.#shop.load()).version;
  }

  /** Does what led to a state of the model. */
  async play({ event, state }: ModelStep): Promise<void> {
    switch (event.tag) {
      case "Start":
        return this.#start(state);
      case "Pass":
        this.#shop.now += unit;
        return;
      case "Notify":
        this.#process(event.value.process).notify(event.value.message);
        break;
      case "Step":
        this.#process(event.value.process).step({
          answer: event.value.answer.tag,
          claimed: event.value.claimed,
        });
        break;
      case "Tick":
        this.#process(event.value).tick();
        break;
      case "Renew":
        return this.#process(event.value).renew();
      case "ReplyEarly":
        this.#process(event.value).replyEarly();
        break;
      case "Die":
        this.#processes[event.value - 1] = new SteppedProcess(this.#shop);
        break;
    }
    await settled();
  }

  #process(number: number): SteppedProcess {
    const process = this.#processes[number - 1];
    if (process === undefined) throw new Error(`The model has no process ${number}.`);
    return process;
  }

  async state() {
    const shop = this.#shop;
    const { attempts, notifications, jobs, reviewItems, version } = await shop.load();
    const toMessage = (attemptId: string, { returncode }: { returncode: string }) =>
      messageText({ attempt: shop.attemptOf(attemptId), pays: returncode === "00" });
    const units = (instant: string) => Math.ceil((Date.parse(instant) - this.#begin) / unit);
    return {
      version: version - this.#firstVersion,
      facts: sorted(
        attempts.flatMap(({ attemptId, facts }) =>
          facts.flatMap((fact) => (fact.source === "notification" ? toMessage(attemptId, fact) : [])),
        ),
      ),
      winning: attempts.filter(({ isWinning }) => isWinning).map(({ number }) => number),
      pending: sorted(notifications.map(({ attemptId, fact }) => toMessage(attemptId, fact))),
      jobs: sorted(
        jobs
          .filter(({ kind }) => kind === "place-order")
          .map(({ attemptId, status, outcome, dueAt }) =>
            [shop.attemptOf(attemptId), outcomes[outcome?.kind ?? status], units(dueAt)].join(" "),
          ),
      ),
      items: sorted(
        reviewItems
          .filter(({ status }) => status === "open")
          .map(({ attemptId, kind }) => `${shop.attemptOf(attemptId)} ${kind}`),
      ),
      orders: shop.orders,
      acknowledged: sorted(shop.acknowledged.map(messageText)),
      calls: this.#processes.map(({ waiting }) => waiting?.name),
    };
  }
}
