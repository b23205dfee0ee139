import { PayIndexError } from "../errors.ts";
import { eventError } from "../observe.ts";
import type { Merchant } from "../options.ts";
import type { ResponseFact } from "../payment/fact.ts";
import type { Payment } from "../payment/payment.ts";
import { type Attempt, fingerprint, type SaleSettings, saleForm } from "../sale/form.ts";
import { mintOrderNumber, mintToken } from "../sale/order-number.ts";
import type { SaleOutcome } from "../sale/response.ts";
import { type CheckedSale, checkSale, type Sale, type SaleWarning } from "../sale/sale.ts";
import { submitSale } from "../transport.ts";
import { about, type Ledger, stored } from "./context.ts";
import { outcomePage, retryPage } from "./pages.ts";
import { perform } from "./perform.ts";
import type { KeepGoing } from "./receive.ts";
import { isDirect, type Standing, standingOf } from "./reuse.ts";
import { settle } from "./settle.ts";
import type { Book } from "./store.ts";
import { addressesOf, repeatToken, tokenHash, waitUrl } from "./tokens.ts";
import { newWork, workId } from "./work.ts";

/**
 * How a sale stands after `start`. `waiting`: an answer is awaited, or the outcome is not known yet. `unreachable`: the gateway
 * gave no payment page, so nobody can have paid, and the buyer may try again.
 */
export type StartedState = "redirect" | "waiting" | "unreachable" | "declined" | "paid" | "review";

export interface Started {
  readonly orderNumber: string;
  readonly reference: string;
  readonly state: StartedState;
  /** Where to send the buyer: the gateway, the waiting page, the order or the retry page. Always right. */
  readonly next: string;
  /** Whether an earlier attempt answered, and nothing was sent. */
  readonly reused: boolean;
  readonly warnings: readonly SaleWarning[];
}

const startTries = 5;

/**
 * Starts a sale, at most one at a time for the same request (LED-START). The payment is committed before the gateway hears
 * of it; the gateway's silence or nonsense is an outcome, not an error.
 *
 * @throws PayIndexError `sale_invalid`, `merchant_missing`, `raw_cards_refused` (nothing was created), `store_unavailable`
 *   (nothing was sent)
 */
export async function start<Tx>(ledger: Ledger<Tx>, input: Sale, keepGoing: KeepGoing): Promise<Started> {
  const { sale, warnings } = checkSale(input, ledger.platform.now());
  const merchant = merchantFor(ledger, sale);
  const settings = saleSettings(ledger, merchant);
  for (let tries = 0; tries < startTries; tries++) {
    const now = ledger.platform.now();
    const book = await stored(
      "read a book",
      ledger.store.book({ tenant: sale.tenant, reference: sale.reference }),
    );
    const asked = {
      ...ledger.settings,
      now,
      fingerprint: fingerprint(sale, settings),
      inFlightFor: ledger.settings.timeout + 30,
    };
    const standing = standingOf(book, asked);
    if (standing.kind !== "free") return answerFromBook(ledger, standing, warnings);
    const draft = newAttempt(ledger, { sale, merchant, fingerprint: asked.fingerprint, book, now });
    if ((await commitPayment(ledger, book, draft.payment)) === "stale") continue;
    for (const warning of warnings)
      ledger.observe({ event: "sale-warning", ...about(draft.payment), warning });
    return await submit(ledger, { sale, settings, draft, warnings, keepGoing });
  }
  throw new PayIndexError(
    "store_unavailable",
    `The book of ${sale.reference} kept changing. Nothing was sent; try again.`,
  );
}

function merchantFor<Tx>({ settings }: Ledger<Tx>, { tenant, variant }: CheckedSale): Merchant {
  const merchant = settings.merchants.find((each) => each.tenant === tenant && each.variants.has(variant));
  if (merchant === undefined) {
    throw new PayIndexError(
      "merchant_missing",
      `No merchant of tenant "${tenant}" serves the variant ${variant}. Add one to the options.`,
    );
  }
  if ((variant === "card" || variant === "subscription") && !settings.acceptRawCards) {
    throw new PayIndexError(
      "raw_cards_refused",
      `The variant ${variant} takes card numbers through this server. Set acceptRawCards: true if it is meant to, or use hosted.`,
    );
  }
  return merchant;
}

function saleSettings<Tx>({ settings }: Ledger<Tx>, merchant: Merchant): SaleSettings {
  return { ...settings, merchantId: merchant.id, key: merchant.keys.current };
}

interface NewAttempt {
  readonly payment: Payment;
  readonly attempt: Attempt;
  readonly returnToken: string;
}

interface AttemptStart {
  readonly sale: CheckedSale;
  readonly merchant: Merchant;
  readonly fingerprint: string;
  readonly book: Book;
  readonly now: Date;
}

function newAttempt<Tx>(
  { platform, settings }: Ledger<Tx>,
  { sale, merchant, fingerprint, book, now }: AttemptStart,
): NewAttempt {
  const random = (size: number) => platform.randomBytes(size);
  const [orderNumber, notifyToken, returnToken] = [
    mintOrderNumber(random),
    mintToken(random),
    mintToken(random),
  ];
  const { notifyUrl, returnUrl } = addressesOf(settings.publicUrl, { orderNumber, notifyToken, returnToken });
  const payment: Payment = {
    version: 1,
    orderNumber,
    tenant: sale.tenant,
    reference: sale.reference,
    attempt: book.payments.length + 1,
    variant: sale.variant,
    merchantId: merchant.id,
    money: sale.money,
    ...("plan" in sale ? { plan: planRecord(sale.plan) } : {}),
    fingerprint,
    notifyTokenHash: tokenHash(notifyToken),
    returnTokenHash: tokenHash(returnToken),
    createdAt: now.toISOString(),
    facts: [],
    state: "created",
    takesReference: false,
    quarantine: [],
    ...(sale.host === undefined ? {} : { host: sale.host }),
  };
  return { payment, attempt: { orderNumber, notifyUrl, returnUrl, now }, returnToken };
}

function planRecord({
  id,
  type,
  attempts,
  intervalTime,
  totalCount,
  firstPeriodAmount,
}: Extract<CheckedSale, { variant: "subscription" }>["plan"]) {
  return {
    id,
    type,
    attempts,
    intervalTime,
    totalCount,
    ...(firstPeriodAmount === undefined ? {} : { firstPeriodAmount }),
  };
}

/** Before the gateway is called: its notification may come before its answer. */
async function commitPayment<Tx>(ledger: Ledger<Tx>, { tenant, reference, version }: Book, payment: Payment) {
  const now = new Date(payment.createdAt);
  const dueAt = new Date(now.getTime() + ledger.settings.noResultAfter * 1000);
  const watch = newWork(payment, {
    id: workId(payment.orderNumber, "no-result"),
    kind: "no-result",
    status: "due",
    now,
    dueAt,
  });
  const change = { tenant, reference, version, payments: [payment], cycles: [], settled: [], work: [watch] };
  const outcome = await stored("commit a new payment", ledger.store.commit(change));
  if (outcome === "committed") {
    const { variant, attempt } = payment;
    ledger.observe({ event: "payment-started", ...about(payment), variant, attempt });
  }
  return outcome;
}

interface Submitting {
  readonly sale: CheckedSale;
  readonly settings: SaleSettings;
  readonly draft: NewAttempt;
  readonly warnings: readonly SaleWarning[];
  readonly keepGoing: KeepGoing;
}

async function submit<Tx>(
  ledger: Ledger<Tx>,
  { sale, settings, draft, warnings, keepGoing }: Submitting,
): Promise<Started> {
  const { payment, attempt, returnToken } = draft;
  const { gateway, timeout, publicUrl } = ledger.settings;
  const form = saleForm(sale, settings, attempt);
  const outcome = await submitSale(ledger.platform, { gateway, form, timeout: timeout * 1000 });
  const reason = outcome.outcome === "unknown" ? { reason: outcome.reason } : {};
  ledger.observe({ event: "response-received", ...about(payment), outcome: outcome.outcome, ...reason });
  const state = await recordResponse(ledger, {
    payment,
    fact: responseFact(ledger, sale, outcome),
    keepGoing,
  });
  const wait = waitUrl(publicUrl, payment.orderNumber, returnToken);
  return { ...nextOf(ledger, { payment, state, outcome, wait }), reused: false, warnings };
}

/** A payment page that has the card's number in its address is for the buyer alone: it is not kept. */
function responseFact<Tx>({ platform }: Ledger<Tx>, sale: CheckedSale, outcome: SaleOutcome): ResponseFact {
  const at = platform.now().toISOString();
  if (outcome.outcome === "redirect" && "card" in sale && sale.card.isIn(outcome.url))
    return { source: "response", at, outcome: "redirect" };
  return { source: "response", at, ...outcome };
}

interface Recording {
  readonly payment: Payment;
  readonly fact: ResponseFact;
  readonly keepGoing: KeepGoing;
}

/** Gives the payment's state now that the answer is known; a notification may have been faster. */
async function recordResponse<Tx>(ledger: Ledger<Tx>, recording: Recording): Promise<Payment["state"]> {
  const { payment, keepGoing } = recording;
  try {
    await settleResponse(ledger, recording);
  } catch (error) {
    // The payment itself is durable, so the buyer can go on. But an approval must not be forgotten: it bars a second charge.
    ledger.observe({ event: "response-not-stored", ...about(payment), error: eventError(error) });
    keepGoing(recordLater(ledger, recording));
    return payment.state;
  }
  const known = await ledger.store.find(payment.orderNumber).catch(() => undefined);
  return known?.state ?? payment.state;
}

async function settleResponse<Tx>(
  ledger: Ledger<Tx>,
  { payment, fact, keepGoing }: Recording,
): Promise<void> {
  const leased = await settle(ledger, payment, [{ orderNumber: payment.orderNumber, fact }]);
  for (const each of leased) keepGoing(perform(ledger, each));
}

/** Seconds: together some four minutes. A process that ends before leaves what a crash would leave. */
const recordPauses = [1, 2, 5, 10, 20, 30, 60, 120];

async function recordLater<Tx>(ledger: Ledger<Tx>, recording: Recording): Promise<void> {
  for (const seconds of recordPauses) {
    await ledger.platform.sleep(seconds * 1000, ledger.closing);
    try {
      return await settleResponse(ledger, recording);
    } catch (error) {
      ledger.observe({ event: "response-not-stored", ...about(recording.payment), error: eventError(error) });
    }
  }
}

interface Next {
  readonly payment: Payment;
  readonly state: Payment["state"];
  readonly outcome?: SaleOutcome;
  readonly wait: string;
}

function nextOf<Tx>(ledger: Ledger<Tx>, { payment, state, outcome, wait }: Next) {
  const { orderNumber, reference, tenant, variant } = payment;
  const at = (started: StartedState, next: string) => ({ orderNumber, reference, state: started, next });
  const order = { reference, tenant, state };
  if (state === "paid" || state === "review") return at(state, outcomePage(ledger, order) ?? wait);
  if (state === "failed" || state === "closed") return at("declined", outcomePage(ledger, order) ?? wait);
  if (outcome?.outcome === "redirect") return at("redirect", outcome.url);
  if (outcome?.outcome === "unknown" && !isDirect(variant))
    return at("unreachable", retryPage(ledger, order) ?? wait);
  return at("waiting", wait);
}

function answerFromBook<Tx>(
  ledger: Ledger<Tx>,
  standing: Exclude<Standing, { kind: "free" }>,
  warnings: readonly SaleWarning[],
): Started {
  const { payment } = standing;
  const { orderNumber, reference, state } = payment;
  const reused = { reused: true, warnings };
  if (standing.kind === "open")
    return { orderNumber, reference, state: "redirect", next: standing.url, ...reused };
  const wait = waitUrl(ledger.settings.publicUrl, orderNumber, repeatToken(ledger.settings, payment));
  return { ...nextOf(ledger, { payment, state, wait }), ...reused };
}
