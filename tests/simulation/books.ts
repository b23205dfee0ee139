import {
  amountText,
  type Charge,
  chargeFields,
  declineFields,
  type Fields,
  type GatewayOrder,
  type Refund,
  sign,
  subscriptionIdOf,
  sumOfRefunds,
} from "./ledger.ts";
import type { World } from "./world.ts";

/** One message of the gateway on its way to the shop. */
export interface GatewayMessage {
  readonly to: "notify" | "dispute";
  readonly order: GatewayOrder;
  readonly fields: Fields;
  /** Undefined: the gateway sent it. Otherwise what a shop must refuse about it. */
  readonly forgery?: string;
  /** The token that the sender guessed. Default: that of the address. */
  readonly token?: string;
  readonly isPermitted?: boolean;
  /** Called when the shop acknowledges it. */
  readonly onKnown?: () => void;
}

/** A message that the gateway sends until the shop acknowledges it. */
export interface SentMessage {
  readonly message: GatewayMessage;
  tries: number;
  isAcknowledged: boolean;
}

/** Posts a message to any process of the shop. Returns the reply, or undefined if there was none. */
export type Post = (message: GatewayMessage) => Promise<{ status: number; body: string } | undefined>;

const hour = 3_600_000;
const week = 7 * 24 * hour;
/** Milliseconds until a message is sent again that was not acknowledged. */
const retryPauses = [15_000, 60_000, 300_000, 1_800_000, hour];

/** The gateway's own books: what it charges, declines and gives back, and how it reports that to the shop. */
export class GatewayBooks {
  readonly orders: Map<string, GatewayOrder>;
  readonly world: World;
  readonly post: Post;
  readonly outbox: SentMessage[] = [];
  /** What the gateway will still do by itself: messages that are not acknowledged, charges to come. */
  planned = 0;
  #count = 0;
  /** The newest report of each transaction. */
  readonly #lastReport = new Map<string, GatewayMessage>();

  constructor(world: World, orders: Map<string, GatewayOrder>, post: Post) {
    this.orders = orders;
    this.world = world;
    this.post = post;
  }

  newId(letter: string): string {
    return `${letter}${++this.#count}`;
  }

  later(milliseconds: number, run: () => void): void {
    this.planned++;
    this.world.scheduler.after(milliseconds, () => {
      this.planned--;
      run();
    });
  }

  /** Charges a sale or a later cycle, and plans what follows from it. `odd`: how the report of it will be wrong. */
  charge(order: GatewayOrder, cycle: number, odd: Partial<Charge> = {}): void {
    const { world } = this;
    const amounts = world.happens("gateway reports another amount")
      ? this.#wrongAmounts(order, cycle)
      : undefined;
    const charge: Charge = {
      ...{ id: this.newId("T"), order, cycle, refunds: [], knownAt: undefined },
      ...{
        minor: expectedMinor(order, cycle),
        currency: order.currency,
        oddity: undefined,
        ...amounts,
        ...odd,
      },
    };
    order.charges.push(charge);
    world.trace(
      "gateway",
      () =>
        `charges ${amountText(charge.minor, charge.currency)} ${charge.currency} as ${charge.id} of ${order.id}`,
    );
    this.reportCharge(charge);
    if (charge.oddity === undefined && odd.id === undefined && world.happens("gateway charges twice"))
      this.charge(order, cycle, { id: this.newId("T") });
    if (world.happens("money goes back")) this.later(world.delay(2 * hour), () => this.#giveBack(charge));
    const isFirst = order.charges.filter((each) => each.cycle === cycle).length === 1;
    if (order.cycles > cycle && isFirst)
      this.later(week + world.random.int(hour), () => this.#nextCycle(order, cycle + 1));
  }

  #wrongAmounts(order: GatewayOrder, cycle: number): Partial<Charge> {
    const { random, plan } = this.world;
    const expected = expectedMinor(order, cycle);
    const difference = random.pick([-5, 5, -6, 6, 500, 1 - expected]);
    const currency = random.chance(0.2) ? "EUR" : order.currency;
    const { acceptOverpayment = {}, acceptUnderpayment = {} } = plan.options.amountMismatch ?? {};
    const limits: Partial<Record<string, number>> = difference > 0 ? acceptOverpayment : acceptUnderpayment;
    const isTolerated = currency === order.currency && Math.abs(difference) <= (limits[currency] ?? 0);
    return { minor: expected + difference, currency, oddity: isTolerated ? undefined : "amount" };
  }

  #nextCycle(order: GatewayOrder, cycle: number): void {
    const { world } = this;
    if (order.isCancelled) return;
    if (world.happens("subscription closed")) this.#close(order, cycle);
    else if (world.happens("charge declined")) {
      this.decline(order, cycle);
      this.later(hour, () => this.#nextCycle(order, cycle));
    } else if (world.happens("gateway reports something odd")) this.#oddCycle(order, cycle);
    else this.charge(order, cycle);
  }

  /** Reports that name another subscription, a used transaction, a cycle beyond the plan, or no cycle. */
  #oddCycle(order: GatewayOrder, cycle: number): void {
    const { id = "" } = order.charges[0] ?? {};
    const oddities: readonly [number, Partial<Charge>][] = [
      [cycle, { oddity: "another subscription" }],
      [cycle, { oddity: "used transaction", id }],
      [order.cycles + 1, { oddity: "beyond the plan" }],
      [cycle, { oddity: "no cycle" }],
    ];
    const [number, odd] = this.world.random.pick(oddities);
    this.charge(order, number, odd);
  }

  /** Charges no more, and reports it: with the failed cycle, or without a charge. */
  #close(order: GatewayOrder, cycle: number): void {
    order.isCancelled = true;
    order.isCloseReported = true;
    const fields = {
      ...declineFields(order, { cycle, id: this.newId("T") }, this.#datetime()),
      enabled: "0",
    };
    if (this.world.random.chance(0.5)) Reflect.deleteProperty(fields, "payment_period_count");
    this.#report({ to: "notify", order, fields });
  }

  decline(order: GatewayOrder, cycle: number): void {
    const times = this.world.happens("many declines") ? 50 : 1;
    for (let each = 0; each < times; each++) {
      const decline: GatewayOrder["declines"][number] = { cycle, id: this.newId("T"), knownAt: undefined };
      order.declines.push(decline);
      this.world.trace("gateway", () => `declines ${decline.id} of ${order.id}`);
      const fields = declineFields(order, decline, this.#datetime());
      this.#report({ to: "notify", order, fields, onKnown: this.#marker(decline) });
    }
  }

  #datetime(): string {
    return new Date(1.7e12 + this.world.now).toISOString().replace(/\D/g, "").slice(0, 14);
  }

  #marker(known: { knownAt: number | undefined }): () => void {
    return () => {
      known.knownAt ??= this.world.now;
    };
  }

  /** Also what the recordings show: a later cycle under an order ID of its own, yen with decimals, no currency. */
  reportCharge(charge: Charge): void {
    const { order, oddity, cycle } = charge;
    const { random } = this.world;
    const fields: Record<string, string> = { ...chargeFields(charge, this.#datetime()) };
    const mayHaveOwnId = order.cycles > 0 && cycle > 1;
    if (oddity === "no cycle" || (mayHaveOwnId && random.chance(0.3))) fields.orderid = `R${order.id}`;
    if (oddity === "no cycle") delete fields.payment_period_count;
    if (oddity === "another subscription") fields.payment_transaction_id = `X${subscriptionIdOf(order)}`;
    if (charge.currency === "JPY") for (const name of ["amount", "true_amount"]) fields[name] += ".00";
    if (oddity === undefined && random.chance(0.1)) delete fields.currency;
    this.#report({ to: "notify", order, fields, onKnown: this.#marker(charge) });
  }

  #giveBack(charge: Charge): void {
    const { plan, random } = this.world;
    const hasWebhook = plan.options.operations?.disputeWebhook !== undefined;
    const minor = charge.minor - sumOfRefunds(charge);
    if (minor <= 0) return;
    if (hasWebhook && random.chance(0.4)) {
      charge.order.disputes.push(charge.id);
      const type = random.pick(["Chargebacks", "Ethoca", "RDR"]);
      const refund_amount = amountText(minor, charge.currency);
      const fields = { alert_type: type, alert_status: "00", refund_amount };
      this.#reportDispute(charge, fields);
      // Repeated with a field that most rules do not sign.
      if (random.chance(0.5)) this.#reportDispute(charge, { ...fields, note: "0" });
      return;
    }
    const refund: Refund = {
      id: this.newId("R"),
      minor,
      state: "succeeded",
      knownAt: undefined,
      isAsked: false,
    };
    charge.refunds.push(refund);
    if (hasWebhook && random.chance(0.6)) this.reportRefund(charge, refund);
    // Recorded: a refund of the back office is reported with the fields of the sale.
    else if (charge.order.cycles === 0) this.later(2 * hour, () => this.#repeat(charge, refund));
  }

  /** The same message again, long after the first one. */
  #repeat(charge: Charge, refund: Refund): void {
    const message = this.#lastReport.get(charge.id);
    if (message === undefined) return;
    // Later than all faults, so that nothing prevents the answer.
    const isLate = this.world.now - (charge.knownAt ?? this.world.now) > 1.2 * hour;
    refund.isRepeated = isLate && !this.world.hasFaults;
    this.planned++;
    void this.#sendUntilAcknowledged({ ...message, onKnown: this.#marker(charge) }, 0);
  }

  /** Reports how a refund ended, if the shop has the webhook. */
  reportRefund(charge: Charge, refund: Refund): void {
    if (this.world.plan.options.operations?.disputeWebhook === undefined) return;
    const alert_status = refund.state === "succeeded" ? "00" : "11";
    const refund_amount = amountText(refund.minor, charge.currency);
    const fields = { alert_type: "Refund", alert_status, refund_orderid: refund.id, refund_amount };
    this.#reportDispute(charge, fields, this.#marker(refund));
  }

  #reportDispute({ order, id, minor, currency }: Charge, fields: Fields, onKnown?: () => void): void {
    const named = { memberid: order.merchant.id, orderid: order.id, transaction_id: id };
    const texts = { alert_datetime: "2026-03-05 10:00:00", alert_content: "Goods not received" };
    const message = { ...named, amount: amountText(minor, currency), ...fields, ...texts };
    this.#report({ to: "dispute", order, fields: message, ...(onKnown && { onKnown }) });
  }

  #report(message: GatewayMessage): void {
    const { world } = this;
    if (world.happens("notification never sent")) return;
    const { order, fields } = message;
    const signed = { ...message, fields: sign(fields, order.merchant.key, world.plan.signRule) };
    if (message.to === "notify") this.#lastReport.set(fields.transaction_id ?? "", signed);
    const late = world.happens("notification late") ? world.random.int(2 * hour) : world.delay(20_000);
    const times = world.happens("notification doubled") ? 2 : 1;
    for (let each = 0; each < times; each++) {
      this.planned++;
      void this.#sendUntilAcknowledged(signed, late + each * world.random.int(5000));
    }
  }

  async #sendUntilAcknowledged(message: GatewayMessage, first: number): Promise<void> {
    const { world } = this;
    const sent: SentMessage = { message, tries: 0, isAcknowledged: false };
    this.outbox.push(sent);
    await world.scheduler.sleep(first);
    const isGivenUp = () => sent.tries > 5 && world.forgotten.has(message.order.id);
    while (!sent.isAcknowledged && !isGivenUp()) {
      if (sent.tries > 0) await world.scheduler.sleep(retryPauses[sent.tries - 1] ?? 4 * hour);
      sent.tries++;
      world.trace("gateway", () => `sends ${nameOf(message)}, try ${sent.tries}`);
      const reply = world.happens("notification lost") ? undefined : await this.post(message);
      const { acknowledgement = "OK" } = world.plan.options;
      if (reply?.status !== 200 || reply.body !== acknowledgement) continue;
      message.onKnown?.();
      sent.isAcknowledged = !world.happens("acknowledgement lost");
    }
    this.planned--;
  }
}

function expectedMinor({ firstMinor, minor }: GatewayOrder, cycle: number): number {
  return cycle === 1 ? firstMinor : minor;
}

/** A message of the gateway in words. */
export function nameOf({
  order,
  fields: { transaction_id, returncode, alert_type },
}: GatewayMessage): string {
  const kind = alert_type ?? (returncode === "00" ? "success" : "failure");
  return `${kind.toLowerCase()} ${transaction_id} of ${order.id}`;
}
