import { z } from "zod";
import type { EngineContext } from "../engine-context.ts";
import { PayIndexError, readInput } from "../errors.ts";
import { lazily } from "../lazily.ts";
import { isTokenOfLink, linkUrl } from "../links/url-tokens.ts";
import { partOf } from "../payment/attempt.ts";
import type { Operator } from "../payment/operator.ts";
import { type PaymentLink, type PaymentLinkState, paymentLinkStateOf } from "../payment/payment-link.ts";
import { openPartOf } from "../payment/placed-order.ts";
import { readPaymentKey } from "../ports/paid-payment.ts";
import { noPaymentChanges, type Payment, type PaymentKey } from "../ports/store.ts";
import { type Money, moneySchema } from "../protocol/money/money.ts";
import { createAttemptId, isAttemptId, isUrlToken } from "../protocol/random-ids.ts";
import type { Sale } from "../protocol/sale/sale.ts";
import { operatorInputSchema } from "../review/operator-input.ts";
import { findLinkSale, refuseLink, requireDueSale } from "./link-sale.ts";
import { start } from "./start.ts";

const longestDays = 366;
const day = 86_400_000;

/** A payment link, as staff see it. */
export interface PaymentLinkStatus extends Omit<PaymentLink, "version" | "tenant" | "reference"> {
  readonly state: PaymentLinkState;
  /** The address for the buyer. It contains a token: whoever has it can pay, and nothing else. */
  readonly url: string;
}

interface PaymentLinkKey {
  readonly reference: string;
  /** Default: `default`. */
  readonly tenant?: string;
}

/** The payment link to make. */
export interface CreatePaymentLinkRequest extends PaymentLinkKey {
  /** The amount that the operator asks for. Default: what the shop says is due. */
  readonly amount?: Money | undefined;
  /** ISO instant, at most a year from now. */
  readonly endsAt: string;
  readonly operator: Operator;
  /** The `linkId` of the open link that the operator saw, and that the new one replaces. */
  readonly replaces?: string | undefined;
}

/** The payment link to withdraw. */
export interface WithdrawPaymentLinkRequest extends PaymentLinkKey {
  readonly linkId: string;
  readonly operator: Operator;
}

/** The address of a payment link, as a buyer opens it. */
export interface PaymentLinkAddress {
  readonly linkId: string;
  readonly token: string;
}

/** What a buyer sees at a payment link. `nothing-due`: the shop asks for no money for this reference any more. */
export type PaymentLinkView = PaymentKey &
  (
    | { readonly state: "open"; readonly amount: Money }
    | { readonly state: Exclude<PaymentLinkState, "open"> | "nothing-due" }
  );

/** Where a buyer goes on, or why the link cannot be paid. */
export type OpenedPaymentLink =
  | { readonly state: "started"; readonly url: string }
  | Exclude<PaymentLinkView, { readonly state: "open" }>;

/** The methods about payment links. */
export interface PaymentLinkMethods {
  /**
   * Makes a payment link: an address of the shop at which a buyer pays what is due, until it ends or is withdrawn. Sends nothing to the
   * gateway. Only one link of a reference is open at a time (LINK-ONE).
   *
   * @throws PayIndexError `operation_disabled` (the host says of no order what is due), `link_invalid` (a field is not valid, nothing is
   *   due, or the order is paid), `link_outdated` (another link is open), and those of `start` about the sale
   */
  createPaymentLink(request: CreatePaymentLinkRequest): Promise<PaymentLinkStatus>;
  /**
   * Withdraws a payment link: nobody can open it any more. A payment page that is open can still be paid; then staff get a review item
   * (LINK-LATE). Repeating the call changes nothing.
   *
   * @throws PayIndexError `link_invalid`, `link_outdated` (there is no such link, or its payment is paid)
   */
  withdrawPaymentLink(request: WithdrawPaymentLinkRequest): Promise<PaymentLinkStatus>;
  /** Returns the payment links of a reference, newest first. @throws PayIndexError `sale_invalid`, `store_unavailable` */
  paymentLinks(key: PaymentLinkKey): Promise<readonly PaymentLinkStatus[]>;
  /** Returns the sale of a reference and what is due now. Undefined: nothing. @throws PayIndexError `sale_invalid`, `hook_timeout` */
  amountDueForLink(key: PaymentLinkKey): Promise<Money | undefined>;
  /** Returns what a payment link displays. Changes nothing. @throws PayIndexError `attempt_unknown`, `store_unavailable` */
  viewPaymentLink(address: PaymentLinkAddress): Promise<PaymentLinkView>;
  /**
   * Starts the payment of a link for a buyer, with what is due now, as `start` does (LINK-OPEN).
   *
   * @throws PayIndexError `attempt_unknown`, `store_unavailable`, and those of `start`: nothing was sent to the gateway
   */
  openPaymentLink(
    request: PaymentLinkAddress & Pick<Sale["buyer"], "ip" | "userAgent">,
  ): Promise<OpenedPaymentLink>;
}

const createSchema = lazily(() =>
  z.object({
    amount: moneySchema().optional(),
    endsAt: z.iso.datetime({ offset: true, message: "must be an ISO instant, such as 2026-12-31T23:00:00Z" }),
    operator: operatorInputSchema(),
    replaces: z.string().optional(),
  }),
);
const withdrawSchema = lazily(() => z.object({ linkId: z.string(), operator: operatorInputSchema() }));

export function createPaymentLinkMethods(
  engine: EngineContext,
  track: <Result>(call: () => Promise<Result>) => Promise<Result>,
): PaymentLinkMethods {
  return {
    createPaymentLink: (request) => track(() => createLink(engine, request)),
    withdrawPaymentLink: (request) => track(() => withdrawLink(engine, request)),
    async paymentLinks(request) {
      const payment = await engine.store.load(readPaymentKey(request), { links: true });
      return Promise.all(payment.links.toReversed().map((link) => toStatus(engine, link, payment)));
    },
    async amountDueForLink(request) {
      const key = readPaymentKey(request);
      const part = openPartOf(await engine.store.load(key));
      return (await findLinkSale(engine, { ...key, part, amount: undefined, isOpened: false }))?.amount;
    },
    viewPaymentLink: async (address) => (await readForBuyer(engine, address, false)).view,
    openPaymentLink: (request) => track(() => openLink(engine, request)),
  };
}

async function createLink(engine: EngineContext, request: CreatePaymentLinkRequest) {
  const message = "The payment link is not valid. Nothing was made.";
  const input = readInput(createSchema(), request, { code: "link_invalid", message });
  const key = readPaymentKey(request);
  const now = engine.platform.now();
  const endsAt = new Date(input.endsAt);
  if (endsAt <= now || endsAt.getTime() > now.getTime() + longestDays * day)
    throw refuseLink([
      { path: "endsAt", message: `must be in the future, at most ${longestDays} days from now` },
    ]);
  const openPart = openPartOf(await engine.store.load(key));
  const asked = { ...key, part: openPart, amount: input.amount, isOpened: false };
  const { amount, part } = await requireDueSale(engine, asked);
  const link: PaymentLink = {
    version: 1,
    linkId: createAttemptId((size) => engine.platform.randomBytes(size)),
    ...key,
    ...(part === undefined ? {} : { part }),
    amount,
    createdAt: now.toISOString(),
    createdBy: input.operator,
    endsAt: endsAt.toISOString(),
  };
  return changeLinks(engine, key, (payment) => {
    const open = payment.links.filter((each) => paymentLinkStateOf(each, payment.attempts, now) === "open");
    if (paymentLinkStateOf(link, payment.attempts, now) === "paid")
      throw refuseLink("The order is paid, or its payment is under review.");
    if (open.some(({ linkId }) => linkId !== input.replaces))
      throw outdated(
        "Another payment link of this order is open. Read the links again, then replace or withdraw it.",
      );
    const at = now.toISOString();
    const withdrawn = { at, by: input.operator, replacedBy: link.linkId };
    return { changes: [link, ...open.map((each) => ({ ...each, withdrawn }))], change: "created", link };
  });
}

async function withdrawLink(engine: EngineContext, request: WithdrawPaymentLinkRequest) {
  const message = "The payment link cannot be withdrawn. Nothing was changed.";
  const { linkId, operator: by } = readInput(withdrawSchema(), request, { code: "link_invalid", message });
  const now = engine.platform.now();
  return changeLinks(engine, readPaymentKey(request), ({ links, attempts }) => {
    const link = links.find((each) => each.linkId === linkId);
    if (link === undefined) throw outdated("There is no such payment link of this order.");
    const state = paymentLinkStateOf(link, attempts, now);
    if (state === "withdrawn") return { changes: [], change: "withdrawn", link };
    if (state === "paid") throw outdated("The order is paid, or its payment is under review.");
    const changed = { ...link, withdrawn: { at: now.toISOString(), by } };
    return { changes: [changed], change: "withdrawn", link: changed };
  });
}

async function openLink(
  engine: EngineContext,
  { ip, userAgent, ...address }: PaymentLinkAddress & Pick<Sale["buyer"], "ip" | "userAgent">,
): Promise<OpenedPaymentLink> {
  const { link, view, sale } = await readForBuyer(engine, address, true);
  if (view.state !== "open" || sale === undefined) return view as Exclude<PaymentLinkView, { state: "open" }>;
  const { linkId, endsAt } = link;
  const openedAt = engine.platform.now().toISOString();
  if (link.openedAt === undefined)
    await changeLinks(engine, link, ({ links }) => {
      const current = links.find((each) => each.linkId === linkId) ?? link;
      const changed = { ...current, openedAt: current.openedAt ?? openedAt };
      return { changes: [changed], change: "opened", link: changed };
    });
  const bought = { ...sale, buyer: { ...sale.buyer, ip, userAgent } };
  const { url } = await start(engine, bought, { linkId, endsAt });
  return { state: "started", url };
}

interface LinkForBuyer {
  readonly link: PaymentLink;
  readonly view: PaymentLinkView;
  /** What the shop sells now. Only with the state `open`. */
  readonly sale: Sale | undefined;
}

/** @throws PayIndexError `attempt_unknown` */
async function readForBuyer(
  engine: EngineContext,
  { linkId, token }: PaymentLinkAddress,
  isOpened: boolean,
): Promise<LinkForBuyer> {
  const known = isAttemptId(linkId) && isUrlToken(token);
  const link = known ? await engine.store.findLink(linkId) : undefined;
  if (link === undefined || !(await isTokenOfLink(engine.secrets, link, token)))
    throw new PayIndexError("attempt_unknown", "There is no payment link at this address.");
  const { tenant, reference } = link;
  const { attempts } = await engine.store.load(link);
  const state = paymentLinkStateOf(link, attempts, engine.platform.now());
  if (state !== "open") return { link, sale: undefined, view: { tenant, reference, state } };
  const sale = await findLinkSale(engine, { ...link, part: partOf(link), isOpened });
  if (sale === undefined) return { link, sale, view: { tenant, reference, state: "nothing-due" } };
  return { link, sale, view: { tenant, reference, state, amount: sale.amount } };
}

interface LinkChange {
  readonly changes: readonly PaymentLink[];
  readonly change: "created" | "opened" | "withdrawn";
  /** The link to return. */
  readonly link: PaymentLink;
}

/** Commits on the version of the loaded payment, so that two operators never make a link at once, nor one beside a payment. */
async function changeLinks(
  engine: EngineContext,
  { tenant, reference }: PaymentKey,
  plan: (payment: Payment) => LinkChange,
): Promise<PaymentLinkStatus> {
  const key = { tenant, reference };
  for (let tries = 0; tries < maxTries; tries++) {
    const payment = await engine.store.load(key, { links: true });
    const { changes, change, link } = plan(payment);
    if (changes.length === 0) return toStatus(engine, link, payment);
    const { version } = payment;
    if ((await engine.store.commit({ ...noPaymentChanges, ...key, version, links: changes })) === "stale")
      continue;
    engine.emit({ event: "payment-link-changed", ...key, linkId: link.linkId, change });
    return toStatus(engine, link, payment);
  }
  throw new PayIndexError("store_unavailable", "Other processes changed the payment repeatedly. Try again.");
}

/** Each stale commit means that another process changed the payment. */
const maxTries = 50;

async function toStatus(
  { settings, secrets, platform }: EngineContext,
  link: PaymentLink,
  { attempts }: Pick<Payment, "attempts">,
): Promise<PaymentLinkStatus> {
  const { version: _, tenant: _tenant, reference: _reference, ...shown } = link;
  const state = paymentLinkStateOf(link, attempts, platform.now());
  return { ...shown, state, url: linkUrl(settings, await secrets.newest(), link) };
}

function outdated(message: string): PayIndexError {
  return new PayIndexError("link_outdated", `Nothing was changed. ${message}`);
}
