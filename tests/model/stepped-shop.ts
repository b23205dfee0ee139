import { type Gateway, money } from "@pay-index/core";
import {
  createGateway,
  type OrderPort,
  type PlaceOrderAnswer,
  type PlaceOrderRequest,
} from "@pay-index/core/adapter";
import { type JobClaimRequest, type LeasedJob, MemoryStore, type PaymentStore } from "@pay-index/core/store";
import { signNotification } from "@pay-index/core/testing";
import { Random } from "../simulation/random.ts";
import { settled } from "../simulation/scheduler.ts";
import type { Message } from "./model-traces.ts";

const key = "a key of the model";
const reference = "order-1";
const replyWithin = 7;
/** Milliseconds of one unit of the model's time. */
export const unit = 2 * 3_600_000;

/** How a call ends, and which job it claims if it can claim several. */
export interface Outcome {
  readonly answer: "Works" | "Refuses" | "Throws" | "IsLost";
  readonly claimed: number;
}

/** A call of core to the store or to the shop, which waits for its turn. */
interface WaitingCall {
  readonly name: string;
  run(outcome: Outcome): void;
}

/** The transaction of the host: what it writes when it commits. */
type Transaction = (() => Promise<unknown>)[];

/** What the processes of a shop share. */
export class SteppedShop {
  now = Date.UTC(2026, 2, 1);
  readonly store = new MemoryStore();
  readonly random = new Random(1, "stepped shop");
  readonly orders: number[] = [];
  readonly acknowledged: Message[] = [];
  readonly hasTransactions: boolean;
  readonly #forms: URLSearchParams[] = [];

  constructor(hasTransactions: boolean) {
    this.hasTransactions = hasTransactions;
  }

  /** Starts two attempts of one payment. */
  async startAttempts(): Promise<void> {
    const { gateway } = new SteppedProcess(this, false);
    const name = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com", phone: "5550100" };
    const buyer = { ...name, country: "GB", ip: "203.0.113.7", userAgent: "Mozilla/5.0" };
    for (const minor of [1999, 3998])
      await gateway.start({ reference, variant: "hosted", amount: money(minor, "USD"), buyer });
  }

  submit(form: URLSearchParams): Response {
    this.#forms.push(form);
    return Response.json({ status: 1, url: `https://gateway.test/${this.#forms.length}` });
  }

  load() {
    return this.store.load({ tenant: "default", reference }, { newest: 2 });
  }

  attemptOf(attemptId: string): number {
    return 1 + this.#forms.findIndex((form) => form.get("pay_orderid") === attemptId);
  }

  jobId(attempt: number): string {
    return `${this.#form(attempt).get("pay_orderid")}/place-order`;
  }

  #form(attempt: number): URLSearchParams {
    return this.#forms[attempt - 1] ?? new URLSearchParams();
  }

  /** The request with which the gateway sends a message. */
  notification({ attempt, pays }: Message) {
    const form = this.#form(attempt);
    const text = (name: string) => form.get(`pay_${name}`) ?? "";
    const [attemptId = "", token = ""] = text("notifyurl").split("/").slice(-2);
    const amounts = { amount: text("amount"), true_amount: text("amount"), currency: text("currency") };
    const ids = { memberid: text("memberid"), orderid: attemptId, transaction_id: `T${attempt}${pays}` };
    const result = { returncode: pays ? "00" : "2", datetime: "20260301120000" };
    const fields = signNotification({ ...amounts, ...ids, ...result }, { key });
    const bytes = Buffer.from(new URLSearchParams(fields).toString());
    const contentType = "application/x-www-form-urlencoded";
    return { attemptId, token, body: { kind: "raw", bytes, contentType } } as const;
  }

  /** Places the order, if it is due and the shop does not refuse it. */
  async placeOrder(
    request: PlaceOrderRequest<Transaction>,
    answer: Outcome["answer"],
  ): Promise<PlaceOrderAnswer | { refused: { code: "out_of_stock"; message: string } }> {
    const { payment, complete, checkAmountDue } = request;
    const attempt = this.attemptOf(payment.attemptId);
    if (answer === "Throws") throw new Error("The shop failed.");
    if (answer === "Refuses" && this.orders.length === 0)
      return { refused: { code: "out_of_stock", message: "Sold out." } };
    const due = this.orders.some((each) => each !== attempt) ? money(1, "USD") : payment.amount;
    const tx: Transaction = [];
    const amount = this.hasTransactions ? await complete(tx, () => due, reference) : checkAmountDue(due);
    const placed = { amount, placed: { id: reference } };
    if (!this.hasTransactions && this.orders.includes(attempt)) return placed;
    for (const write of tx) await write();
    this.orders.push(attempt);
    if (answer === "IsLost") throw new Error("The answer was lost.");
    return placed;
  }
}

type Method = keyof PaymentStore & string;

const steppedMethods: readonly Method[] = [
  ...(["receive", "load", "commit", "findAttempt", "completeJob", "renewLease", "giveUpJob"] as const),
  ...(["retryJobLater", "claimJob", "listPendingPayments", "claimDueJobs"] as const),
];

/** A process of the shop: core, each of whose calls to the store and to the shop waits until the test runs it. */
export class SteppedProcess {
  readonly gateway: Gateway;
  waiting: WaitingCall | undefined;
  readonly #shop: SteppedShop;
  readonly #isStepped: boolean;
  #isVerifying = false;
  #isRenewing = false;
  readonly #timers = new Set<{ readonly milliseconds: number; readonly run: () => void }>();

  constructor(shop: SteppedShop, isStepped = true) {
    this.#shop = shop;
    this.#isStepped = isStepped;
    const orders: OrderPort<Transaction> = {
      placeOrder: (request) => this.#wait("placeOrder", ({ answer }) => shop.placeOrder(request, answer)),
    };
    this.gateway = createGateway<Transaction>({
      options: {
        gateway: "https://gateway.test",
        publicUrl: "https://shop.test/pay",
        merchants: [{ id: "10002", key }],
        replyWithin,
        // Staff, and what they see of payments without a result, are no part of the model.
        noResultAfter: 86_400,
      },
      store: this.#createStore(),
      orders,
      pages: { orderPage: () => "/" },
      platform: {
        now: () => new Date(shop.now),
        after: (milliseconds, run) => {
          const timer = { milliseconds, run };
          this.#timers.add(timer);
          return () => void this.#timers.delete(timer);
        },
        randomBytes: (size) => shop.random.bytes(size),
        fetch: async (_url, init) => shop.submit(new URLSearchParams(String(init?.body))),
      },
    });
  }

  #createStore(): PaymentStore<Transaction> {
    const { store } = this.#shop;
    const call = (name: Method, values: unknown[]) =>
      (store[name] as (...values: unknown[]) => Promise<unknown>).apply(store, values);
    const stepped = steppedMethods.map((name) => {
      const run = (values: unknown[], outcome: Outcome) =>
        name === "claimDueJobs" ? this.#claim(values as [JobClaimRequest], outcome) : call(name, values);
      const step = (...values: unknown[]) =>
        this.#isAtOnce(name, values)
          ? call(name, values)
          : this.#wait(name, (outcome) => run(values, outcome));
      return [name, step] as const;
    });
    const { completeJob, ...steps } = Object.fromEntries(stepped);
    const replaced: Readonly<Record<string, unknown>> = {
      ...steps,
      completeJob: (id: string, outcome: never, tx?: Transaction) =>
        tx === undefined ? completeJob?.(id, outcome) : this.#completeWithin(tx, id, outcome),
    };
    const bound = (name: Method) => (store[name] as (...values: never[]) => unknown).bind(store);
    return new Proxy(store, { get: (_, name: Method) => replaced[name] ?? bound(name) });
  }

  /** What the model leaves out: it finds the attempt of a notification, and loads two attempts, in one step. */
  #isAtOnce(name: Method, [first, second]: unknown[]): boolean {
    if (name === "receive") this.#isVerifying = false;
    const { attemptIds = [] } = Object(second) as { attemptIds?: unknown[] };
    return (
      !this.#isStepped ||
      (name === "findAttempt" && this.#isVerifying) ||
      (name === "renewLease" && this.#isRenewing) ||
      (name === "load" && attemptIds.length > 1) ||
      (name === "claimDueJobs" && (first as JobClaimRequest).asksGateway === true)
    );
  }

  #wait<Result>(name: string, run: (outcome: Outcome) => Promise<Result>): Promise<Result> {
    if (this.waiting !== undefined) throw new Error(`${name} begins while ${this.waiting.name} waits.`);
    return new Promise((resolve, reject) => {
      this.waiting = { name, run: (outcome) => void run(outcome).then(resolve, reject) };
    });
  }

  /** The model does not decide which of several due jobs is the first. */
  async #claim([request]: [JobClaimRequest], { claimed }: Outcome): Promise<readonly LeasedJob[]> {
    const { store } = this.#shop;
    const { jobs } = await this.#shop.load();
    const job = jobs.find(({ id }) => id === this.#shop.jobId(claimed));
    const isDue = job?.status === "due" && Date.parse(job.dueAt) <= request.now.getTime();
    const leased = isDue ? await store.claimJob(job.id, request) : undefined;
    return leased === undefined ? store.claimDueJobs(request, 1) : [leased];
  }

  async #completeWithin(tx: Transaction, id: string, outcome: never): Promise<boolean> {
    const { jobs } = await this.#shop.load();
    const isOpen = jobs.some((job) => job.id === id && job.status !== "completed");
    if (isOpen) tx.push(() => this.#shop.store.completeJob(id, outcome));
    return isOpen;
  }

  notify(message: Message): void {
    this.#isVerifying = true;
    const { acknowledged } = this.#shop;
    void this.gateway.receive(this.#shop.notification(message)).then(({ body }) => {
      if (body === "OK") acknowledged.push(message);
    });
  }

  tick(): void {
    void this.gateway.tick();
  }

  step(outcome: Outcome): void {
    const call = this.waiting;
    this.waiting = undefined;
    call?.run(outcome);
  }

  async renew(): Promise<void> {
    this.#isRenewing = true;
    this.#fire(({ milliseconds }) => milliseconds === 10_000);
    await settled();
    this.#isRenewing = false;
  }

  replyEarly(): void {
    this.#fire(({ milliseconds }) => milliseconds <= replyWithin * 1000);
  }

  #fire(isMeant: (timer: { readonly milliseconds: number }) => boolean): void {
    for (const timer of [...this.#timers].filter(isMeant)) {
      this.#timers.delete(timer);
      timer.run();
    }
  }
}
