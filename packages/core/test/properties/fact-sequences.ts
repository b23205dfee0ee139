import fc from "fast-check";
import { expect } from "vitest";
import type { StartedAttempt } from "../../src/index.ts";
import { loadAllAttempts } from "../fixtures/load-all-attempts.ts";
import { hostedSaleInput, TestShop } from "../fixtures/test-shop.ts";
import { exampleOperator } from "../payment/example-facts.ts";
import {
  expectedPayment,
  type NotificationContent,
  type ReportedFact,
  type ResponseOutcome,
} from "./attempt-oracle.ts";

const answers: readonly ResponseOutcome[] = [
  "redirect",
  "approved",
  "declined",
  "rejected",
  "duplicate",
  "unknown",
];
const messages: readonly NotificationContent[] = [
  "right",
  "short",
  "other currency",
  "failed",
  "code 7",
  "refund notice",
];

const everyFact: readonly ReportedFact[] = [
  ...messages.flatMap((says) =>
    ["T1", "T2"].map((transaction): ReportedFact => ({ by: "notification", says, transaction })),
  ),
  ...(["accept", "dismiss", "record-refund", "retry"] as const).map(
    (action): ReportedFact => ({ by: "operator", action }),
  ),
];

/** Up to six different facts, the gateway's answer among them or still awaited, told in any order, each up to three times. */
export const factOrders: fc.Arbitrary<readonly ReportedFact[]> = fc
  .record({
    answer: fc.option(fc.constantFrom(...answers), { nil: undefined, freq: 8 }),
    others: fc.subarray([...everyFact], { maxLength: 5 }),
    repeats: fc.array(fc.nat(), { maxLength: 6 }),
    order: fc.array(fc.nat(), { minLength: 12, maxLength: 12 }),
  })
  .map(({ answer, others, repeats, order }) => {
    const again =
      others.length === 0 ? [] : repeats.map((index) => others[index % others.length] as ReportedFact);
    const first: ReportedFact[] = answer === undefined ? [] : [{ by: "gateway", answer }];
    const all = [...first, ...others, ...again];
    return all
      .map((said, index) => ({ said, place: order[index] ?? 0 }))
      .sort((a, b) => a.place - b.place)
      .map(({ said }) => said);
  });

export function permutations<Each>(all: readonly Each[]): Each[][] {
  if (all.length < 2) return [[...all]];
  return all.flatMap((each, index) => permutations(all.toSpliced(index, 1)).map((rest) => [each, ...rest]));
}

const bodies: Readonly<Record<ResponseOutcome, unknown>> = {
  redirect: { status: 1, url: "https://gateway.test/page/1" },
  approved: { status: 0 },
  declined: { status: 2 },
  rejected: { status: "error", msg: "sign" },
  duplicate: { status: "error", msg: "duplicate order" },
  unknown: "<html>",
};

const fields: Readonly<Record<NotificationContent, Readonly<Record<string, string>>>> = {
  right: {},
  short: { true_amount: "0.01" },
  "other currency": { currency: "EUR" },
  failed: { returncode: "2" },
  "code 7": { returncode: "7" },
  "refund notice": { alert_type: "refund" },
};

/** A shop whose gateway answers when it is told to. */
export class FactOrderShop extends TestShop {
  #orderCount = 0;

  constructor() {
    super({}, undefined, true);
  }

  /** Tells it in this order, through the real methods, and compares what became of it with the oracle. */
  async hear(telling: readonly ReportedFact[]): Promise<void> {
    const reference = `order-${++this.#orderCount}`;
    let answers: (body: unknown) => void = () => {};
    const form = await new Promise<URLSearchParams>((submitted) => {
      this.answer = (sent) => {
        submitted(sent);
        return new Promise((resolve) => {
          answers = (body) => resolve(Response.json(body));
        });
      };
      this.#started = this.gateway.start(hostedSaleInput(reference));
    });
    for (const said of telling) {
      if (said.by === "gateway") {
        answers(bodies[said.answer]);
        await this.#started;
      } else await this.#tell(said, form);
    }
    await this.#compare(reference, telling);
  }

  #started: Promise<StartedAttempt> | undefined;

  async #tell(said: Exclude<ReportedFact, { by: "gateway" }>, form: URLSearchParams): Promise<void> {
    const attemptId = form.get("pay_orderid") ?? "";
    if (said.by === "notification") {
      const reply = await this.notify({ ...fields[said.says], transaction_id: said.transaction }, form);
      expect(reply).toMatchObject({ status: 200, body: "OK" });
    } else if (said.action === "retry") await this.#retryAll(attemptId);
    else {
      const by = { operator: exampleOperator, note: "Checked." };
      await this.gateway.resolveReviewItem({ attemptId, action: said.action, ...by });
    }
  }

  async #retryAll(attemptId: string): Promise<void> {
    const attempt = await this.store.findAttempt(attemptId);
    if (attempt === undefined) throw new Error("the attempt is not stored");
    const { jobs, reviewItems } = await loadAllAttempts(this.store, attempt);
    for (const { id } of [...jobs, ...reviewItems])
      await this.gateway.retryReviewItem(id, { operator: exampleOperator });
  }

  async #compare(reference: string, telling: readonly ReportedFact[]): Promise<void> {
    const { attempts, jobs, reviewItems, notifications } = await loadAllAttempts(this.store, { reference });
    // Whether returned money stopped the order depends on what was known when it was placed (ENG-RETURNED).
    const items = reviewItems
      .filter(({ kind }) => kind !== "no-result" && kind !== "order-not-placed")
      .map(({ id }) => id.slice(id.indexOf("/") + 1))
      .sort();
    const [attempt] = attempts;
    expect({ state: attempt?.state, items }).toEqual(expectedPayment(telling));
    const isStopped = reviewItems.some(
      ({ kind, status }) => kind === "order-not-placed" && status === "open",
    );
    const isPaid = attempt?.state === "paid";
    const placing = jobs.filter(({ kind }) => kind === "place-order");
    expect(placing.map(({ status }) => status)).toEqual(isPaid ? [isStopped ? "given-up" : "completed"] : []);
    const placed = this.placed.filter((key) => key.startsWith(`${attempt?.attemptId}/`));
    expect(placed).toHaveLength(isPaid && !isStopped ? 1 : 0);
    expect(notifications).toEqual([]);
  }
}
