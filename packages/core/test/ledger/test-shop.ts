import { createHash, randomBytes } from "node:crypto";
import {
  type Applied,
  type ClosedWork,
  type CycleWork,
  createGateway,
  type Gateway,
  type HostWork,
  type LedgerHost,
  MemoryStore,
  type MissedWork,
  type Money,
  money,
  type Options,
  type Pages,
  type PayIndexEvent,
  type RefundWork,
  type Reply,
  type Sale,
} from "../../src/index.ts";

const key = "sandbox-hosted-key";

/** What every test's gateway is created with. */
export const options: Options = {
  gateway: "http://gateway.test",
  publicUrl: "http://shop.test/pay",
  sandbox: true,
  acceptRawCards: true,
  merchants: [{ id: "10002", key }],
};

export const buyer = {
  firstName: "Ada",
  lastName: "Lovelace",
  email: "ada@example.com",
  phone: "5550100",
  country: "GB",
  ip: "203.0.113.7",
  userAgent: "Mozilla/5.0",
};

export const hosted = (reference = "order-1"): Sale => ({
  reference,
  variant: "hosted",
  money: money(1999, "USD"),
  buyer,
});

/** What the gateway answers, or does before it answers. */
export type Answer = Response | ((form: URLSearchParams) => Response | Promise<Response>);

export const redirectTo = (url: string): Response => Response.json({ status: 1, url });

/** A shop on a memory store, with a clock that only the test moves and a gateway that answers what the test says. */
export class TestShop {
  now = new Date("2026-03-01T12:00:00.000Z");
  readonly events: PayIndexEvent[] = [];
  readonly submissions: URLSearchParams[] = [];
  readonly placed: string[] = [];
  answer: Answer = redirectTo("https://gateway.test/page/1");
  /** What the shop says is due; by default what the order cost at the start. */
  due: (payment: HostWork["payment"]) => Money | undefined = ({ money }) => money;
  apply: (work: HostWork) => Promise<Applied> = async (work) => {
    this.placed.push(work.key);
    return { done: true, placed: "shop-order-1" };
  };
  /** What the shop was told of subscriptions, in order: cycle 2, closed, missed 3. */
  readonly told: string[] = [];
  renew: NonNullable<LedgerHost["renew"]> = async (work: CycleWork) => {
    this.told.push(`cycle ${work.cycle.number}`);
    return { done: true, placed: `renewal-${work.cycle.number}` };
  };
  closed = async (_: ClosedWork): Promise<Applied> => {
    this.told.push("closed");
    return { done: true };
  };
  missed = async (work: MissedWork): Promise<Applied> => {
    this.told.push(`missed ${work.cycle.number}`);
    return { done: true };
  };
  /** The refunds that the shop was asked to book, by order: all that were recorded by then. */
  readonly booked: [orderId: string, references: string[]][] = [];
  bookRefunds = async ({ order }: RefundWork): Promise<Applied> => {
    this.booked.push([order.orderId, order.refunds.map(({ reference }) => reference)]);
    return { done: true };
  };
  readonly pages: Pages = {
    orderPage: ({ reference, state }) => `/orders/${reference}?${state}`,
    retryPage: ({ reference }) => `/retry/${reference}`,
  };
  readonly store: MemoryStore;
  readonly gateway: Gateway;
  readonly #timers = new Set<{ readonly milliseconds: number; readonly run: () => void }>();
  /** Set to make every wait end at once: time-outs then come immediately. */
  impatient = false;

  /** @param deaf a host that wants to know nothing of subscriptions */
  constructor(more: Partial<Options> = {}, store = new MemoryStore(), deaf = false) {
    this.store = store;
    this.gateway = createGateway({
      options: { ...options, ...more },
      store,
      host: {
        apply: async (work) => {
          const amount = work.checkAmountDue(this.due(work.payment));
          const answer = await this.apply(work);
          return "refused" in answer ? answer : { ...answer, amount };
        },
        ...(deaf
          ? {}
          : {
              renew: (work: CycleWork) => this.renew(work),
              closed: (work: ClosedWork) => this.closed(work),
              missed: (work: MissedWork) => this.missed(work),
              bookRefunds: (work: RefundWork) => this.bookRefunds(work),
            }),
      },
      pages: this.pages,
      platform: {
        now: () => this.now,
        after: (milliseconds, run) => {
          if (this.impatient) queueMicrotask(run);
          const timer = { milliseconds, run };
          this.#timers.add(timer);
          return () => void this.#timers.delete(timer);
        },
        randomBytes,
        fetch: async (_, init) => {
          const form = new URLSearchParams(String(init?.body));
          this.submissions.push(form);
          return typeof this.answer === "function" ? this.answer(form) : this.answer.clone();
        },
      },
      observe: (event) => this.events.push(event),
    });
  }

  pass(seconds: number): void {
    this.now = new Date(this.now.getTime() + seconds * 1000);
  }

  /** Moves the clock and runs the timers of this length, with all that they begin. */
  async elapse(seconds: number): Promise<void> {
    this.pass(seconds);
    for (const timer of [...this.#timers].filter(({ milliseconds }) => milliseconds === seconds * 1000)) {
      this.#timers.delete(timer);
      timer.run();
    }
    await new Promise((resolve) => setImmediate(resolve));
  }

  get lastForm(): URLSearchParams {
    const form = this.submissions.at(-1);
    if (form === undefined) throw new Error("nothing was submitted");
    return form;
  }

  /** Notifies about a submission as the gateway would. */
  notify(fields: Record<string, string> = {}, form = this.lastForm): Promise<Reply> {
    return this.post(signed({ ...factsOf(form), ...fields }), form);
  }

  post(fields: Record<string, string>, form = this.lastForm): Promise<Reply> {
    const [orderNumber = "", token = ""] = (form.get("pay_notifyurl") ?? "").split("/").slice(-2);
    const bytes = new TextEncoder().encode(new URLSearchParams(fields).toString());
    const contentType = "application/x-www-form-urlencoded";
    return this.gateway.receive({ orderNumber, token, body: { kind: "raw", bytes, contentType } });
  }

  async state(reference = "order-1"): Promise<string> {
    return (await this.gateway.status({ reference })).state;
  }

  async itemKinds(reference = "order-1"): Promise<string[]> {
    return (await this.gateway.status({ reference })).items.map(({ kind }) => kind).sort();
  }
}

export function factsOf(form: URLSearchParams): Record<string, string> {
  return {
    memberid: form.get("pay_memberid") ?? "",
    orderid: form.get("pay_orderid") ?? "",
    amount: form.get("pay_amount") ?? "",
    true_amount: form.get("pay_amount") ?? "",
    currency: form.get("pay_currency") ?? "",
    transaction_id: "202603010001",
    returncode: "00",
    datetime: "20260301120000",
    attach: "",
  };
}

/** The sign that most senders use, written apart from the code under test. */
export function signed(fields: Record<string, string>, withKey = key): Record<string, string> {
  const text = Object.keys(fields)
    .filter((name) => name !== "attach" && fields[name] !== "" && fields[name] !== "0")
    .sort()
    .map((name) => `${name}=${fields[name]}&`)
    .join("");
  return { ...fields, sign: createHash("md5").update(`${text}key=${withKey}`).digest("hex").toUpperCase() };
}
