import type { PayIndexEvent } from "@pay-index/core";
import type { PaidPayment } from "@pay-index/core/adapter";
import type { Attempt, Cycle, Fact, InboxEntry, PaymentChange, ReviewItem } from "@pay-index/core/store";
import type { GatewayMessage } from "./books.ts";
import { expectedAttemptState, expectedCycleState, expectedItems } from "./fact-oracle.ts";
import { fittingCharges, type GatewayOrder, type Merchant, mayCount, requestSign } from "./ledger.ts";
import { LinkJudge } from "./link-judge.ts";
import { Mirror, type MirrorListener, remember } from "./mirror.ts";
import { startOfTime, type World } from "./world.ts";

/** Keys, cards and data of buyers contain one of these texts, and nothing that a shop writes down may contain them. */
const secrets = /canary|4111111111111111/i;

/** The documented signed fields of each call, and the option that permits it. */
const operations: Readonly<
  Record<
    string,
    readonly [option: "query" | "refund" | "refundQuery" | "cancelSubscription", ...names: string[]]
  >
> = {
  "/pay/trade/query": ["query", "pay_memberid", "pay_orderid"],
  "/pay/trade/refund": ["refund", "pay_memberid", "transaction_id", "pay_orderid"],
  "/pay/trade/refundQuery": ["refundQuery", "pay_memberid", "pay_orderid"],
  "/pay/trade/subscribeCancel": ["cancelSubscription", "pay_memberid", "pay_orderid"],
};

const saleAnswers = new Map<unknown, GatewayOrder["answer"]>([
  [0, "approved"],
  [1, "redirect"],
  [2, "declined"],
]);

/** What the judge knows besides the database. */
interface Surroundings {
  /** The gateway's orders by their IDs. */
  readonly books: ReadonlyMap<string, GatewayOrder>;
  /** New work is due in some milliseconds. */
  wake(milliseconds: number): void;
}

/** Checks every step: it compares what the shop commits with the gateway's books, and with what follows from the facts. */
export class Judge implements MirrorListener {
  readonly mirror: Mirror;
  /** The attempts that staff accepted, because they saw the money at the gateway. */
  readonly accepted = new Set<string>();
  readonly #world: World;
  readonly #around: Surroundings;
  /** What was ever stored: `attempt/transaction/code`. */
  readonly #evidence = new Set<string>();
  readonly #idOfContent = new Map<string, string>();
  readonly #links: LinkJudge;

  constructor(world: World, around: Surroundings) {
    this.#world = world;
    this.#around = around;
    this.mirror = new Mirror(world, this);
    this.#links = new LinkJudge(world);
  }

  /** Remembers what the shop has stored. Returns a function for the moment when a backup has brought that back. */
  snapshot(): () => void {
    const { mirror } = this;
    const restores = [mirror.snapshot(), this.#links.snapshot(), remember(this.#idOfContent)];
    const evidence = new Set(this.#evidence);
    return () => {
      const before = [...mirror.attempts.keys()];
      for (const restore of restores) restore();
      for (const each of this.#evidence) if (!evidence.has(each)) this.#evidence.delete(each);
      for (const id of before) if (!mirror.attempts.has(id)) this.#world.forgotten.add(id);
    };
  }

  #order(attemptId: string): GatewayOrder | undefined {
    return this.#around.books.get(attemptId);
  }

  due(at: number): void {
    this.#around.wake(at - startOfTime - this.#world.now);
  }

  changed(change: PaymentChange): void {
    this.#holdsNoSecret(change, "no secret is stored");
    for (const attempt of change.attempts) this.#attempt(attempt);
    for (const cycle of change.cycles) this.#cycle(cycle, change);
    for (const item of change.reviewItems) this.#item(item);
    const isKnown = (id: string) =>
      this.mirror.items.has(id) || change.reviewItems.some((item) => item.id === id);
    for (const each of [...change.attempts, ...change.cycles]) this.#items(each, change, isKnown);
    this.#links.changed(change, this.mirror.attempts);
    if (!change.attempts.some(({ isWinning }) => isWinning)) return;
    const attempts = [...this.mirror.attemptsOf(change.reference), ...change.attempts];
    const after = new Map(attempts.map((each) => [each.attemptId, each.isWinning]));
    const winning = [...after.values()].filter(Boolean);
    this.#world.check(winning.length < 2, "one attempt of a payment wins", change.reference);
  }

  received(entry: InboxEntry): void {
    const { attemptId, fact } = entry;
    this.#evidence.add(`${attemptId}/${fact.transactionId}/${fact.returncode}`);
    this.#holdsNoSecret(entry, "no secret is stored");
    const { at: _, id: __, tolerance: ___, weaker: ____, key: _____, ...content } = fact;
    const text = JSON.stringify([attemptId, content]);
    const known = this.#idOfContent.get(text) ?? entry.id;
    this.#world.check(known === entry.id, "a repeated notification is stored once", entry.id);
    this.#idOfContent.set(text, entry.id);
    this.#around.wake(10_000);
  }

  #holdsNoSecret(value: unknown, invariant: string): void {
    const text = JSON.stringify(value);
    this.#world.check(!secrets.test(text), invariant, () => text.match(secrets)?.[0] ?? "");
  }

  #attempt(attempt: Attempt): void {
    const world = this.#world;
    const { attemptId, state, facts } = attempt;
    const expected = expectedAttemptState(attempt);
    world.check(
      state === expected,
      "a state follows from the set of facts",
      () => `${attemptId} is ${state}, not ${expected}`,
    );
    const failures = facts.filter(
      (fact) => fact.source === "notification" && fact.returncode !== "00",
    ).length;
    world.check(failures <= 20, "declines are bounded", () => `${attemptId} has ${failures}`);
    const known = this.mirror.attempts.get(attemptId)?.facts ?? [];
    const isHere = (fact: Fact) => facts.includes(fact) || facts.some((each) => isSameFact(each, fact));
    const lost = known.find((fact) => isKept(fact) && !isHere(fact));
    world.check(lost === undefined, "a fact is never lost", () => JSON.stringify(lost));
    this.#facts(attemptId, facts);
    this.#paid(attemptId, state, { cycle: 1, facts });
  }

  #cycle(cycle: Cycle, { attempts }: PaymentChange): void {
    const { attemptId, number, state, facts } = cycle;
    const attempt =
      attempts.find((each) => each.attemptId === attemptId) ?? this.mirror.attempts.get(attemptId);
    const expected = attempt === undefined ? "unknown" : expectedCycleState(cycle, attempt);
    const details = () => `${attemptId}, cycle ${number} is ${state}, not ${expected}`;
    this.#world.check(state === expected, "a state follows from the set of facts", details);
    this.#facts(attemptId, facts);
    this.#paid(attemptId, state, { cycle: number, facts });
  }

  #items(about: Attempt | Cycle, { attempts }: PaymentChange, isKnown: (id: string) => boolean): void {
    const { attemptId } = about;
    const attempt =
      attempts.find((each) => each.attemptId === attemptId) ?? this.mirror.attempts.get(attemptId);
    const prefix =
      "number" in about && !("reference" in about) ? `${attemptId}/cycle-${about.number}` : attemptId;
    // The item of the sale about another subscription's ID is about the cycles before, too.
    const isReported = (name: string) =>
      isKnown(`${prefix}/${name}`) ||
      (name.startsWith("subscription-mismatch/") && isKnown(`${attemptId}/${name}`));
    const missing = attempt && expectedItems(about, attempt).find((name) => !isReported(name));
    this.#world.check(missing === undefined, "what does not fit is under review", `${prefix}/${missing}`);
  }

  #item({ kind, attemptId, dedupeKey }: ReviewItem): void {
    const declines = this.#order(attemptId)?.declines ?? [];
    const isReal =
      kind !== "contradictory-results" || dedupeKey === "" || declines.some(({ id }) => id === dedupeKey);
    this.#world.check(isReal, "only a declined charge contradicts a success", `${attemptId} ${dedupeKey}`);
  }

  /** The gateway's books decide whether money was paid, not what the shop believes. */
  #paid(attemptId: string, state: string, { cycle, facts }: { cycle: number; facts: readonly Fact[] }): void {
    if (state !== "paid") return;
    const order = this.#order(attemptId);
    const isAccepted =
      this.accepted.has(attemptId) &&
      facts.some((fact) => fact.source === "operator" && fact.action === "accept");
    const isApproved = this.#world.plan.options.immediateSuccess === "paid" && order?.answer === "approved";
    const isPaid =
      order !== undefined &&
      (fittingCharges(order, cycle).length > 0 ||
        order.charges.some((charge) => charge.cycle === cycle && mayCount(charge)));
    this.#world.check(
      isAccepted || isApproved || isPaid,
      "only what was paid is paid",
      `${attemptId}, cycle ${cycle}`,
    );
  }

  #facts(attemptId: string, facts: readonly Fact[]): void {
    const order = this.#order(attemptId);
    for (const fact of facts)
      if (fact.source === "dispute") {
        this.#evidence.add(`${attemptId}/dispute/${fact.transactionId}`);
        const isReal = fact.type === "refund" || order?.disputes.includes(fact.transactionId) === true;
        this.#world.check(isReal, "only what the gateway reported is a dispute", fact.transactionId);
      } else if (fact.source === "refund" && fact.step === "reported") {
        this.#evidence.add(`${attemptId}/refund/${fact.refundId}`);
        const refunds = order?.charges.flatMap((charge) => charge.refunds) ?? [];
        const isReal = fact.reporter === "query" || refunds.some(({ id }) => id === fact.refundId);
        this.#world.check(isReal, "only what the gateway reported is a refund", fact.refundId);
      } else if (fact.source === "notification")
        this.#world.check(fact.alertType === undefined, "only signed fields count", attemptId);
  }

  event(process: string, event: PayIndexEvent): void {
    this.#world.trace(process, () => JSON.stringify(event).slice(0, 300));
    this.#holdsNoSecret(event, "no secret is in an event");
  }

  /** A request of the shop that is no sale arrives at the gateway. */
  operation(
    path: string,
    form: URLSearchParams,
    { merchant, order }: { merchant: Merchant; order: GatewayOrder | undefined },
  ): void {
    const { options, rotatesKeys } = this.#world.plan;
    const [option, ...names] = operations[path] ?? ["query"];
    this.#world.check(
      options.operations?.[option] !== undefined,
      "the gateway is called only for operations of the options",
      path,
    );
    const isSigned = form.get("pay_md5sign") === requestSign(form, merchant.key, names) || rotatesKeys;
    this.#world.check(isSigned, "a call is signed", path);
    if (option !== "refund" || order === undefined) return;
    const isAsked = (fact: Fact) => fact.source === "refund" && fact.step === "requested";
    const asked = this.factsOf(order.id).filter(isAsked).length;
    this.#world.check(
      order.refundCalls < asked,
      "a refund is sent once",
      () => `${order.id}: ${asked} refunds`,
    );
  }

  /** All facts of an attempt and of its later cycles. */
  factsOf(attemptId: string): Fact[] {
    const cycles = [...this.mirror.cycles.values()].filter((cycle) => cycle.attemptId === attemptId);
    return [...(this.mirror.attempts.get(attemptId)?.facts ?? []), ...cycles.flatMap(({ facts }) => facts)];
  }

  /** A sale arrives at the gateway. */
  sale(order: GatewayOrder): void {
    const world = this.#world;
    const attempt = this.mirror.attempts.get(order.id);
    const isKnown = attempt !== undefined || world.forgotten.has(order.id);
    world.check(isKnown, "an attempt is committed before the gateway is called", order.id);
    const hold = 840_000 - 2 * world.clockError;
    for (const { attemptId, facts, link } of this.mirror.attemptsOf(attempt?.reference ?? "")) {
      const other = this.#order(attemptId);
      if (other === undefined || other === order) continue;
      const isOfLink = link?.linkId === attempt?.link?.linkId;
      const isSame = isOfLink && other.minor === order.minor && other.variant === order.variant;
      const isFlying = facts.length === 0 && world.now - other.startedAt < 20_000 - 2 * world.clockError;
      world.check(!(isSame && isFlying), "the same sale is submitted once at a time", attemptId);
      if (order.variant === "page" || other.variant === "page") continue;
      const isUnknown = other.answer === undefined && facts.every(({ source }) => source === "response");
      const isYoung = world.now - other.startedAt < hold;
      world.check(!(isUnknown && isYoung), "an unknown charge bars the next one", attemptId);
    }
  }

  /** The answer to a sale reaches the process. */
  saleAnswer(form: URLSearchParams, told: string): void {
    const order = this.#order(form.get("pay_orderid") ?? "");
    if (order === undefined || !told.startsWith("{")) return;
    order.answer ??= saleAnswers.get((JSON.parse(told) as { status: unknown }).status);
  }

  /** The shop replied to a message. */
  reply(message: GatewayMessage, { status, body }: { status: number; body: string }): void {
    const world = this.#world;
    const { fields, forgery } = message;
    world.trace("reply", () => `${forgery ?? "genuine"} ${JSON.stringify(fields)} → ${status} ${body}`);
    const { acknowledgement = "OK" } = world.plan.options;
    const isTaken = status === 200;
    world.check(!isTaken || body === acknowledgement, "an acknowledgement has the text of the options", body);
    if (forgery !== undefined) this.#forgery(message, status);
    else this.#genuine(message, status, body);
  }

  #genuine(message: GatewayMessage, status: number, body: string): void {
    const world = this.#world;
    const { fields } = message;
    const isTaken = status === 200;
    const isForgotten = world.forgotten.has(message.order.id);
    const isPossible = isTaken || status >= 500 || world.plan.rotatesKeys || isForgotten;
    world.check(
      isPossible,
      "a genuine message is taken",
      () => `${status} ${body} for ${JSON.stringify(fields)}`,
    );
    if (!isTaken) return;
    const isStored = this.#evidenceOf(message).some((each) => this.#evidence.has(each));
    world.check(isStored, "evidence is stored before OK", () => JSON.stringify(fields));
  }

  #forgery({ to, forgery, order }: GatewayMessage, status: number): void {
    const mustRecord =
      forgery === "unsigned" &&
      to === "notify" &&
      this.#world.plan.options.unsignedNotifications === "record";
    const isFull = (this.mirror.attempts.get(order.id)?.quarantine.length ?? 0) >= 8;
    const isTaken = status === 200;
    this.#world.check(!isTaken || mustRecord, "a message that proves nothing is refused", forgery ?? "");
    this.#world.check(
      isTaken || !mustRecord || status >= 500 || isFull || this.#world.forgotten.has(order.id),
      "an unsigned message is recorded",
      order.id,
    );
  }

  #evidenceOf({ to, order, fields }: GatewayMessage): string[] {
    const { transaction_id = "", returncode = "", refund_orderid = "" } = fields;
    const names =
      to === "notify"
        ? [`${transaction_id}/${returncode}`]
        : [`refund/${refund_orderid}`, `dispute/${transaction_id}`];
    return names.map((name) => `${order.id}/${name}`);
  }

  /** The shop was asked to place an order: money that is known to have gone back places none by itself. */
  placing({ attemptId, reference }: PaidPayment): void {
    const facts = this.factsOf(attemptId);
    const longAgo = startOfTime + this.#world.now - 120_000 - this.#world.clockError;
    const isBack = saysReturned(
      facts.filter(({ at }) => Date.parse(at) < longAgo),
      facts.flatMap(paidBy),
    );
    const isDecided = facts.some(({ source }) => source === "operator");
    this.#world.check(!isBack || isDecided, "money that went back places no order by itself", reference);
    if (!isDecided) this.#links.placing(this.mirror.attempts.get(attemptId), longAgo);
  }

  /** The shop places a renewal. */
  renewing({ attemptId }: PaidPayment, cycle: number): void {
    this.#paid(attemptId, "paid", {
      cycle,
      facts: this.mirror.cycles.get(`${attemptId}/${cycle}`)?.facts ?? [],
    });
  }

  /** The shop hears that a subscription is closed. */
  closing({ attemptId }: PaidPayment): void {
    this.#world.check(
      this.#order(attemptId)?.isCancelled === true,
      "only the gateway closes a subscription",
      attemptId,
    );
  }
}

/** The transaction with which the gateway said that an attempt is paid. */
function paidBy(fact: Fact): readonly string[] {
  const isPaid =
    (fact.source === "notification" && fact.returncode === "00") ||
    (fact.source === "inquiry" && fact.state === "paid");
  return isPaid ? [fact.transactionId ?? ""] : [];
}

/** Whether the money of all these transactions went back. The gateway can charge twice, and give back one of both. */
function saysReturned(facts: readonly Fact[], transactions: readonly string[]): boolean {
  const returned = facts.flatMap((fact) =>
    fact.source === "refund" && fact.step === "reported" && fact.outcome === "succeeded"
      ? [fact.transactionId]
      : [],
  );
  const isOfThem = (id: string) => id === "" || transactions.includes(id);
  const isAsked = facts.some(
    (fact) => fact.source === "inquiry" && fact.state === "refunded" && isOfThem(fact.transactionId),
  );
  return isAsked || (returned.length > 0 && transactions.every((id) => returned.includes(id)));
}

/** Facts that no bound may drop. */
function isKept(fact: Fact): boolean {
  if (fact.source === "notification") return fact.returncode === "00";
  return fact.source !== "omitted" && fact.source !== "dispute" && fact.source !== "inquiry";
}

function isSameFact(a: Fact, b: Fact): boolean {
  if (a.source !== b.source) return false;
  return a.at === b.at || JSON.stringify(a) === JSON.stringify(b);
}
