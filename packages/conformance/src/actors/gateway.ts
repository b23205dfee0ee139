import { createSandbox, type Sandbox, type SandboxOptions } from "@pay-index/sandbox";
import {
  createControlClient,
  type Delivery,
  type FaultInput,
  type OutcomeRequest,
  type QuirkProfile,
  type SandboxControl,
  SandboxError,
} from "@pay-index/sandbox/client";
import type { ShopSettings } from "../host-driver.ts";
import type { SubmittedAttempt } from "./buyer.ts";
import { type FormPost, postTogether } from "./post-together.ts";

type AttemptReference = Pick<SubmittedAttempt, "attemptId">;

/** Milliseconds. A shop that has said nothing for so long will not say anything. */
const maxWaitMilliseconds = 10_000;
/** Milliseconds after which the story is looked at again in any case. */
const pollMilliseconds = 200;

/** Tries again at once, and long enough to meet a shop that was away. */
const fastRetryOptions: SandboxOptions = {
  port: 0,
  jitter: { min: 0, max: 0 },
  retryGaps: Array<number>(600).fill(100),
};

/** The gateway, and what it tells the shop. What it says has been answered when these resolve. */
export class Gateway {
  /** Everything that is rarer. */
  readonly desk: SandboxControl;
  readonly #options: SandboxOptions;
  #sandbox: Sandbox;

  private constructor(sandbox: Sandbox, options: SandboxOptions) {
    this.desk = createControlClient(sandbox.url);
    this.#sandbox = sandbox;
    this.#options = options;
  }

  static async open(options: SandboxOptions = {}): Promise<Gateway> {
    const all = { ...fastRetryOptions, ...options };
    return new Gateway(await createSandbox(all), all);
  }

  /** Of a shop where each of these tenants has every merchant of this gateway. */
  settingsFor(tenants: readonly string[] = ["default"]): ShopSettings {
    const { url, merchants } = this.#sandbox;
    const merchantsOf = (tenant: string) =>
      merchants.map(({ id, key, variant }) => ({ tenant, id, key, variants: [variant] }));
    return {
      gateway: url,
      sandbox: true,
      acceptRawCards: true,
      merchants: tenants.flatMap(merchantsOf),
    };
  }

  /** From now on nobody listens. For a gateway that the scenario has for itself, as with `comesBack`. */
  goesDown(): Promise<void> {
    return this.#sandbox.close();
  }

  /** It listens again, and has forgotten everything. */
  async comesBack(): Promise<void> {
    this.#sandbox = await createSandbox({ ...this.#options, port: this.#sandbox.port });
  }

  async departsFromTheLetter(profile: QuirkProfile): Promise<void> {
    await this.desk.setQuirks(profile);
  }

  /** What stands for the shops of one scenario must not befall those of the next. */
  async isItselfAgain(): Promise<void> {
    await this.desk.setQuirks("none");
    await this.desk.clearFaults();
  }

  /** Each of them is paid, and the first that the shop hears of any comes in the same moment. Gives the shop's answers. */
  async isPaidAndSaysSoTogether(attempts: readonly AttemptReference[]): Promise<string[]> {
    const shots: FormPost[] = [];
    for (const attempt of attempts) {
      // Signed and sent, but to an address where nobody is: what was to be said is in the timeline.
      await this.isPaidAndLies(attempt, { kind: "wrong_token" });
      const { timeline } = await this.desk.story(attempt.attemptId);
      const body = timeline.findLast((event) => event.type === "delivery_begun")?.body ?? "";
      const sale = timeline.find((event) => event.type === "submitted");
      shots.push({ url: sale?.fields.pay_notifyurl ?? "", body });
    }
    return postTogether(shots);
  }

  /**
   * Waits until nothing that was said of it is still without an answer. A repeat is told OK while the shop is at work on the
   * first, and only the answer to the first says that this is done.
   */
  async #isOver({ attemptId }: AttemptReference): Promise<void> {
    for (;;) {
      const { timeline } = await this.desk.story(attemptId);
      const ended = new Set(
        timeline.map((event) => (event.type === "delivery_ended" ? event.delivery.number : 0)),
      );
      if (timeline.every((event) => event.type !== "delivery_begun" || ended.has(event.delivery))) return;
      await this.#news(attemptId);
    }
  }

  /** The next delivery that ends. Of some that end in one moment it may be over already, so nobody waits for one alone. */
  async #news(attemptId: string): Promise<void> {
    try {
      await this.desk.nextDelivery(attemptId, { timeout: pollMilliseconds });
    } catch (error) {
      if (!(error instanceof SandboxError) || error.code !== "timed_out") throw error;
    }
  }

  /** Whether a sale with this number has reached it. */
  async knows({ attemptId }: AttemptReference): Promise<boolean> {
    const { orders } = await this.desk.latestOrders({ limit: 500 });
    return orders.some((order) => order.orderId === attemptId);
  }

  /** The addresses that the shop submitted with it: where to notify, and where to send the buyer. */
  async wasGiven({ attemptId }: AttemptReference): Promise<{ notify: string; callback: string }> {
    const { timeline } = await this.desk.story(attemptId);
    const sale = timeline.find((event) => event.type === "submitted");
    return { notify: sale?.fields.pay_notifyurl ?? "", callback: sale?.fields.pay_callbackurl ?? "" };
  }

  /** The goods as the shop submitted them. */
  async wasAskedFor({ attemptId }: AttemptReference): Promise<string> {
    const { timeline } = await this.desk.story(attemptId);
    return timeline.map((event) => (event.type === "submitted" ? event.fields.pay_productname : "")).join("");
  }

  close(): Promise<void> {
    return this.#sandbox.close();
  }

  /** Waits until the shop has said OK to how this attempt ended last. */
  async hasTold({ attemptId }: AttemptReference): Promise<void> {
    for (;;) {
      const { deliveries, transactionId, state } = await this.desk.story(attemptId);
      const code = state === "paid" ? "00" : "2";
      const heard = (told: Delivery) =>
        told.outcome === "ok" && told.transactionId === transactionId && told.returncode === code;
      if (deliveries.some(heard)) return this.#isOver({ attemptId });
      await this.#news(attemptId);
    }
  }

  /** Its clock moves on, and whatever it does meanwhile has been answered. `later`: all of it comes together. */
  async passes(attempt: AttemptReference, days: number, deliveries?: "later"): Promise<void> {
    await this.desk.advance({ days }, deliveries ? { deliveries } : {});
    while ((await this.desk.clock()).undelivered > 0) await this.#news(attempt.attemptId);
    await this.#isOver(attempt);
  }

  /** It gives up a pending attempt, or ends the subscription that this one began, and the shop hears of it. */
  async closes(attempt: AttemptReference): Promise<void> {
    await this.desk.closeOrder(attempt.attemptId);
    await this.passes(attempt, 0);
  }

  /** The first that it says of the sale that begins here is lost. For a gateway that says everything once. */
  async isNotHeard(begins: () => Promise<SubmittedAttempt>): Promise<SubmittedAttempt> {
    await this.desk.setFaults({ of: "all" }, [{ kind: "drop" }]);
    const attempt = await begins();
    await this.desk.nextDelivery(attempt.attemptId, { timeout: maxWaitMilliseconds });
    await this.desk.clearFaults();
    return attempt;
  }

  /** The attempt ends like this, whatever the buyer did, and the shop hears of it. */
  async ends(
    attempt: AttemptReference,
    outcome: OutcomeRequest["outcome"],
    transaction?: "same",
  ): Promise<void> {
    await this.desk.settle(attempt.attemptId, { outcome, ...(transaction ? { transaction } : {}) });
    await this.hasTold(attempt);
  }

  /** From now on all that is said of this attempt has this wrong. */
  async lies(attempt: AttemptReference, ...faults: readonly FaultInput[]): Promise<void> {
    await this.desk.setFaults({ of: "order", orderId: attempt.attemptId }, faults);
  }

  /** The attempt is paid, and the first that the shop hears of it has this wrong. Gives the shop's answer. */
  async isPaidAndLies(attempt: AttemptReference, ...faults: readonly FaultInput[]): Promise<string> {
    await this.lies(attempt, ...faults);
    await this.desk.settle(attempt.attemptId, { outcome: "paid" });
    return deliveryAnswer(await this.desk.nextDelivery(attempt.attemptId, { timeout: maxWaitMilliseconds }));
  }

  /** Says again how the attempt ended, as it is. Gives the shop's answer. */
  saysTheTruth(attempt: AttemptReference): Promise<string> {
    return this.saysAgain(attempt);
  }

  /** Says again how the attempt ended, with this wrong. Gives the shop's answer. */
  async saysAgain(attempt: AttemptReference, ...faults: readonly FaultInput[]): Promise<string> {
    await this.lies(attempt, ...faults);
    return (await this.repeats(attempt, 1)).join();
  }

  /** Says again how the attempt ended, so many times in one moment. Gives the answers, each kind once. */
  async repeats({ attemptId }: AttemptReference, copies: number): Promise<string[]> {
    const deliveries = await this.desk.notify(attemptId, { copies, released: "together" });
    await this.#isOver({ attemptId });
    return [...new Set(deliveries.map(deliveryAnswer))];
  }
}

function deliveryAnswer({ httpStatus, outcome, reply }: Delivery): string {
  return `${httpStatus ?? outcome} ${reply ?? ""}`.trim();
}
