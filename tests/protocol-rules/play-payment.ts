import type { HttpReply } from "../../packages/core/src/entries/protocol.ts";
import { isPayIndexError, money, type Options, type variants } from "../../packages/core/src/index.ts";
import { refundedAmountOfPlacedOrder } from "../../packages/core/src/payment/recorded-refunds.ts";
import { notificationFields, signFields, TestShop } from "../../packages/core/test/fixtures/test-shop.ts";
import { disputeFields, postDispute } from "../../packages/core/test/inbox/dispute-shop.ts";
import { minimalSales } from "../../packages/core/test/protocol/sale/example-sales.ts";
import { queryReply } from "../../packages/core/test/query/query-shop.ts";
import { refundReply } from "../../packages/core/test/refund/refund-shop.ts";
import type { Outcome, PaymentExample, QueryFields, Step } from "./rule-types.ts";
import { changedSale } from "./sale-form-helpers.ts";

/** Plays the story of one reference through core's gateway, on a memory store. */
export async function playPayment(example: PaymentExample): Promise<Outcome> {
  const story = new Story(example);
  await story.start(example.life, example.with);
  for (const step of example.steps) await story.take(step);
  return story.outcome();
}

class Story {
  readonly #shop: TestShop;
  readonly #reference: string;
  readonly #replies: string[] = [];
  readonly #states: string[] = [];
  #applied = 0;
  #queryFields: QueryFields = {};
  #refundFields: QueryFields = {};
  #refundQueryFields: QueryFields = {};

  constructor({ with: changes, settings, answer }: PaymentExample) {
    this.#reference = String(changes?.reference ?? "order-1");
    const shop = new TestShop(settings as Partial<Options>);
    this.#shop = shop;
    shop.placeOrder = async () => {
      this.#applied++;
      return this.#reference === "cannot be placed"
        ? { refused: { code: "out_of_stock", message: "It is sold out." } }
        : { placed: {} };
    };
    if (answer === "") shop.answer = () => Promise.reject(new Error("broken"));
    else if (answer !== undefined) shop.answer = new Response(answer);
    const { answer: toSale } = shop;
    shop.answer = (form) => {
      if (!form.has("pay_notifyurl")) return this.#answerCall(form);
      return typeof toSale === "function" ? toSale(form) : toSale.clone();
    };
  }

  async start(
    variant: (typeof variants)[number],
    changes?: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    await this.#shop.gateway.start(changedSale(minimalSales[variant], changes));
    await this.#noteState();
  }

  async take(step: Step): Promise<void> {
    const shop = this.#shop;
    if ("start" in step) return await this.start(step.start, step.with);
    if ("pass" in step) shop.pass(step.pass);
    else if ("due" in step) shop.due = () => step.due ?? undefined;
    else if ("sweep" in step) await shop.gateway.sweep();
    else if ("resolve" in step) await this.#resolve(step);
    else if ("answersQueries" in step) this.#queryFields = step.answersQueries;
    else if ("query" in step) await this.#query(step.query);
    else if ("dispute" in step) this.#hear(await this.#dispute(step));
    else if ("answersRefunds" in step) this.#refundFields = step.answersRefunds;
    else if ("answersRefundQueries" in step) this.#refundQueryFields = step.answersRefundQueries;
    else if ("refund" in step) await this.#refund(step);
    else if ("back" in step) await this.#comeBack(step.back);
    else this.#hear(await this.#notify(step));
    await this.#noteState();
  }

  async outcome(): Promise<Outcome> {
    const shop = this.#shop;
    const payment = await shop.store.findAttempt(this.#formOf().get("pay_orderid") ?? "");
    return {
      replies: this.#replies,
      state: this.#states.at(-1) ?? "none",
      states: this.#states,
      items: await shop.itemKinds(this.#reference),
      applied: this.#applied,
      reports: shop.subscriptionCalls,
      submissions: shop.submissions.length,
      refunded: await this.#refunded(),
      refunds: await this.#refundStates(),
      facts: payment?.facts.length ?? 0,
    };
  }

  async #refunded(): Promise<number> {
    const { attempts } = await this.#shop.gateway.status({ reference: this.#reference });
    return attempts.reduce((sum, payment) => sum + refundedAmountOfPlacedOrder(payment).minor, 0);
  }

  async #refundStates(): Promise<string[]> {
    const { attempts } = await this.#shop.gateway.status({ reference: this.#reference });
    return attempts.flatMap(({ gatewayRefunds }) => gatewayRefunds.map(({ state }) => state));
  }

  async #refund({ refund, key = "key-1" }: Extract<Step, { refund: number }>): Promise<void> {
    const request = { reference: this.#reference, amount: money(refund, "USD"), reason: "Returned." };
    const refunded = this.#shop.gateway.refund({ ...request, idempotencyKey: key });
    await refunded.catch((error: unknown) => {
      // Nothing was sent.
      if (!isPayIndexError(error, "refund_invalid")) throw error;
    });
  }

  async #noteState(): Promise<void> {
    this.#states.push(await this.#shop.state(this.#reference));
  }

  #hear({ status, body }: HttpReply): void {
    this.#replies.push(`${status} ${body}`);
  }

  #notify(step: Extract<Step, { notify: unknown } | { body: unknown } | { address: unknown }>) {
    if ("address" in step) return this.#toWrongAddress();
    const form = this.#formOf(step.of);
    const { attemptId, token } = addressIn(form, "pay_notifyurl");
    if ("body" in step) {
      const bytes = new TextEncoder().encode(step.body.replace("ORDER", attemptId));
      const contentType = step.contentType ?? "application/x-www-form-urlencoded";
      return this.#shop.gateway.receive({ attemptId, token, body: { kind: "raw", bytes, contentType } });
    }
    const merged = Object.entries({ ...notificationFields(form), ...step.notify });
    const fields = Object.fromEntries(merged.filter((pair): pair is [string, string] => pair[1] !== null));
    const sent = step.sign === undefined ? signFields(fields) : { ...fields, sign: step.sign };
    return this.#shop.post({ ...sent, ...step.unsigned }, form);
  }

  /** A right notification to a wrong address. */
  #toWrongAddress() {
    const form = this.#formOf();
    const { attemptId } = addressIn(form, "pay_notifyurl");
    const bytes = new TextEncoder().encode(
      new URLSearchParams(signFields(notificationFields(form))).toString(),
    );
    const body = { kind: "raw", bytes, contentType: undefined } as const;
    return this.#shop.gateway.receive({ attemptId, token: "0".repeat(26), body });
  }

  async #resolve({
    resolve: action,
    item: kind,
    refund,
  }: Extract<Step, { resolve: unknown }>): Promise<void> {
    const item = (await this.#shop.gateway.reviewItems()).find((each) => each.kind === kind);
    const { attemptId } = item ?? addressIn(this.#formOf(), "pay_notifyurl");
    const resolved = this.#shop.gateway.resolveReviewItem({
      ...(item === undefined ? {} : { reviewItemId: item.id }),
      ...(refund && { refund: { amount: money(refund.minor, "USD"), reference: refund.reference } }),
      attemptId,
      action,
      operator: { id: "user_1", name: "Grace" },
      note: "seen at the bank",
    });
    await resolved.catch((error: unknown) => {
      // A refused refund records nothing.
      if (action !== "record-refund" || !isPayIndexError(error, "resolution_invalid")) throw error;
    });
  }

  async #query(fields: QueryFields): Promise<void> {
    this.#queryFields = fields;
    await this.#shop.gateway.query({ attemptId: addressIn(this.#formOf(), "pay_notifyurl").attemptId });
  }

  #dispute({ dispute, sign }: Extract<Step, { dispute: unknown }>): Promise<HttpReply> {
    const fields = disputeFields(this.#shop, dispute);
    return postDispute(this.#shop, sign === undefined ? signFields(fields) : { ...fields, sign });
  }

  #answerCall(form: URLSearchParams): Response {
    switch (this.#shop.urls.at(-1)?.split("/").at(-1)) {
      case "refund":
        return answerRefund(form, this.#refundFields);
      case "refundQuery":
        return answerRefund(form, this.#refundQueryFields);
      default:
        return this.#answerQuery(form);
    }
  }

  #answerQuery(form: URLSearchParams): Response {
    if (this.#queryFields === "") throw new Error("broken");
    return queryReply(form, this.#queryFields);
  }

  async #comeBack(paymentStatus: string): Promise<void> {
    const { attemptId, token } = addressIn(this.#formOf(), "pay_callbackurl");
    const fields = { paymentStatus, orderID: attemptId };
    await this.#shop.gateway.handleReturn({ attemptId, token, fields });
  }

  #formOf(index?: number): URLSearchParams {
    const form = this.#shop.submissions.filter((each) => each.has("pay_notifyurl")).at(index ?? -1);
    if (form === undefined) throw new Error("There was no such submission.");
    return form;
  }
}

function answerRefund(form: URLSearchParams, fields: QueryFields): Response {
  if (fields === "") throw new Error("broken");
  return refundReply(form, fields);
}

function addressIn(form: URLSearchParams, field: string) {
  const [attemptId = "", token = ""] = (form.get(field) ?? "").split("/").slice(-2);
  return { attemptId, token };
}
