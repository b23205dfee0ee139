import { GatewayBooks, type Post } from "./books.ts";
import type { Judge } from "./judge.ts";
import {
  amountText,
  type GatewayOrder,
  type Merchant,
  queryFields,
  type Refund,
  readAmount,
  refundQueryFields,
  requestSign,
  sign,
  sumOfRefunds,
} from "./ledger.ts";
import type { World } from "./world.ts";

const duplicateTexts = ["중복 주문! 주문을 다시 제출해 주세요.", "Duplicate order id exists"];
const refusalTexts = ["Invalid parameter pay_ip", "System is busy"];
const refusal = (msg: string) => JSON.stringify({ status: "error", msg });
const pageOf = (id: string) => JSON.stringify({ status: 1, url: `https://gateway.test/page/${id}` });

interface GatewayParts {
  readonly world: World;
  readonly judge: Judge;
  readonly merchants: readonly Merchant[];
  /** Its orders by their IDs, empty. */
  readonly books: Map<string, GatewayOrder>;
}

/**
 * An independent gateway: written from docs/reference/protocol.md and the recordings, with its own books and signatures. In the end, core
 * must agree with these books.
 */
export class SimulatedGateway extends GatewayBooks {
  readonly #merchants: readonly Merchant[];
  readonly #judge: Judge;
  readonly #refused = new Set<string>();

  constructor({ world, judge, merchants, books }: GatewayParts, post: Post) {
    super(world, books, post);
    this.#judge = judge;
    this.#merchants = merchants;
  }

  /** A request of the shop. Returns the body of the reply. */
  handle(path: string, form: URLSearchParams): string {
    const merchant = this.#merchants.find(({ id }) => id === form.get("pay_memberid"));
    if (merchant === undefined) return refusal("Unknown merchant");
    if (path === "/pay_index") return this.#sale(form, merchant);
    const order = this.orders.get(form.get("pay_orderid") ?? "");
    this.#judge.operation(path, form, { merchant, order });
    if (order === undefined) return refusal("Order does not exist");
    switch (path) {
      case "/pay/trade/query":
        return this.#signed(order, queryFields(order));
      case "/pay/trade/refund":
        return this.#refund(order, form);
      case "/pay/trade/refundQuery":
        return this.#signed(order, refundQueryFields(order, form.get("refund_orderid") ?? ""));
      default:
        return this.#cancel(order);
    }
  }

  /** What a network between the gateway and the shop can turn the reply into. */
  tamper(path: string, form: URLSearchParams, reply: string): string {
    const { world } = this;
    const order = this.orders.get(form.get("pay_orderid") ?? "");
    const isGarbled = world.happens("reply garbled");
    if (path === "/pay_index") return isGarbled ? world.random.pick(["", "<html>", '{"status":7}']) : reply;
    if (isGarbled || order === undefined) return "";
    if (world.happens("reply forged")) return this.#forge(order, reply);
    if (path !== "/pay/trade/query" || !world.happens("reply of another order")) return reply;
    const others = [...this.orders.values()].filter(
      (each) => each.merchant === order.merchant && each !== order,
    );
    const other = others.find(({ charges }) => charges.length > 0);
    return other === undefined ? reply : this.#signed(other, queryFields(other));
  }

  /** A reply that says what the sender wishes, with no sign or with that of another text. */
  #forge({ firstMinor, minor, currency }: GatewayOrder, reply: string): string {
    const { sign: old = "", ...genuine } = JSON.parse(reply) as Record<string, string>;
    const wishes: Record<string, string> = {
      ...{
        returncode: "00",
        trade_state: "SUCCESS",
        refund_status: "1",
        refund_orderid: "R0",
        status: "success",
      },
      ...{
        amount: amountText(minor, currency),
        true_amount: amountText(firstMinor, currency),
        currency,
        transaction_id: "T0",
      },
    };
    const isQuery = "trade_state" in genuine;
    const wished = Object.entries(wishes).filter(
      ([name]) => name in genuine || (isQuery && /amount|curr|trans/.test(name)),
    );
    const fields = { ...genuine, ...Object.fromEntries(wished) };
    return JSON.stringify(this.world.random.chance(0.5) ? fields : { ...fields, sign: old });
  }

  /** The buyer pays on the payment page, or the charge is declined. */
  payAtPage(order: GatewayOrder): "succeeded" | "fail" {
    const isDeclined = this.world.happens("charge declined");
    if (isDeclined) this.decline(order, 1);
    else this.charge(order, 1);
    return isDeclined ? "fail" : "succeeded";
  }

  #sale(form: URLSearchParams, merchant: Merchant): string {
    const { world } = this;
    const order = this.#readOrder(form, merchant);
    const { id } = order;
    const isSigned = form.get("pay_md5sign") === requestSign(form, merchant.key) || world.plan.rotatesKeys;
    world.check(isSigned, "a sale is signed", id);
    if (this.orders.has(id)) return refusal("duplicate order");
    this.#judge.sale(order);
    if (this.#refused.has(id) || world.happens("gateway refuses")) {
      this.#refused.add(id);
      return refusal(world.random.pick(refusalTexts));
    }
    this.orders.set(id, order);
    if (order.variant !== "page") return this.#directSale(order);
    return world.happens("gateway says duplicate") ? refusal(world.random.pick(duplicateTexts)) : pageOf(id);
  }

  #readOrder(form: URLSearchParams, merchant: Merchant): GatewayOrder {
    const { world } = this;
    const currency = form.get("pay_currency") ?? "";
    const read = (text: string) => {
      const minor = readAmount(text, currency, world.plan);
      world.check(
        minor !== undefined,
        "a sale has an amount with the promised decimals",
        `${text} ${currency}`,
      );
      return minor ?? 0;
    };
    const amount = form.get("pay_amount") ?? "";
    const plan = JSON.parse(form.get("subscription_plan") ?? "{}") as {
      total_count?: number;
      first_period_amount?: string;
    };
    const { total_count: cycles = 0, first_period_amount: first = amount } = plan;
    const withoutPlan = form.has("pay_cardno") ? "card" : "page";
    return {
      ...{
        id: form.get("pay_orderid") ?? "",
        form,
        merchant,
        currency,
        cycles,
        minor: read(amount),
        firstMinor: read(first),
      },
      ...{ variant: cycles > 0 ? "subscription" : withoutPlan, startedAt: world.now, answer: undefined },
      ...{
        charges: [],
        declines: [],
        disputes: [],
        isCancelled: false,
        isCloseReported: false,
        refundCalls: 0,
      },
    };
  }

  #directSale(order: GatewayOrder): string {
    const { world } = this;
    if (world.random.chance(0.15)) return pageOf(order.id);
    if (world.happens("charge declined")) {
      // An approval that is taken back, or a plain decline.
      const isApproved = world.random.chance(0.3);
      if (isApproved || world.random.chance(0.5)) this.decline(order, 1);
      return JSON.stringify(isApproved ? { status: 0, msg: "ok" } : { status: 2, msg: "Do not honor" });
    }
    this.charge(order, 1);
    if (world.happens("gateway says duplicate")) return refusal(world.random.pick(duplicateTexts));
    return JSON.stringify({ status: 0, msg: "order placed" });
  }

  #signed(order: GatewayOrder, fields: Readonly<Record<string, string>>): string {
    return JSON.stringify(sign(fields, order.merchant.key, this.world.plan.signRule));
  }

  #refund(order: GatewayOrder, form: URLSearchParams): string {
    const { world } = this;
    const charge = order.charges.find(({ id }) => id === form.get("transaction_id"));
    const text = (name: string) => form.get(name) ?? "";
    const minor = readAmount(text("refund_amount"), order.currency, world.plan) ?? 0;
    order.refundCalls++;
    const named = { memberid: order.merchant.id, orderid: order.id, transaction_id: text("transaction_id") };
    const about = {
      ...named,
      currency: order.currency,
      amount: text("pay_amount"),
      refund_amount: text("refund_amount"),
    };
    if (charge === undefined || world.happens("operation refused"))
      return this.#signed(order, { ...about, returncode: "11", refund_message: "V0011:ERROR" });
    const refund: Refund = {
      id: this.newId("R"),
      minor,
      state: "requested",
      knownAt: undefined,
      isAsked: true,
    };
    charge.refunds.push(refund);
    // The shop cannot know what the back office gives back.
    const isKnown = charge.refunds.every(({ isAsked }) => isAsked);
    world.check(
      sumOfRefunds(charge) <= charge.minor || !isKnown,
      "nothing is refunded beyond what was paid",
      charge.id,
    );
    this.later(world.delay(3_600_000), () => {
      refund.state = world.happens("operation refused") ? "failed" : "succeeded";
      this.reportRefund(charge, refund);
    });
    const accepted = { refund_orderid: refund.id, refund_reason: text("refund_reason"), returncode: "00" };
    return this.#signed(order, { ...about, ...accepted, refund_message: "V0000:OK" });
  }

  #cancel(order: GatewayOrder): string {
    const named = { memberid: order.merchant.id, orderid: order.id };
    if (this.world.happens("operation refused"))
      return this.#signed(order, { ...named, status: "error", msg: "It was not unsubscribed successfully" });
    order.isCancelled = true;
    return this.#signed(order, { ...named, status: "success", msg: "done" });
  }
}
