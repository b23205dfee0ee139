import { PayIndexError } from "../errors.ts";
import type { Merchant, Settings } from "../options.ts";
import { isDirect, merchantTenantOf, type Payment } from "../payment/payment.ts";
import { fingerprint, type SaleSettings, saleForm } from "../sale/form.ts";
import type { SaleOutcome } from "../sale/response.ts";
import { type CheckedSale, checkSale, type Sale, type SaleWarning } from "../sale/sale.ts";
import { requireSecurePage } from "../sale/secure-page.ts";
import { submitSale } from "../transport.ts";
import { commitPayment, type NewAttempt, newAttempt } from "./attempt.ts";
import { checkAttemptLimit } from "./attempt-limit.ts";
import { about, type Ledger, stored } from "./context.ts";
import { outcomePage, retryPage } from "./pages.ts";
import type { KeepGoing } from "./receive.ts";
import { recordResponse, responseEvent, responseFact } from "./record-response.ts";
import { type Asked, answersFor, inFlightFor, type Standing, standingOf } from "./reuse.ts";
import type { BookKey, BookRead } from "./store.ts";
import { repeatToken, statusUrl, waitUrl } from "./tokens.ts";

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
  /**
   * Where the buyer's app or page asks how this attempt stands, and nothing else: it answers `{ "state" }` to whoever has the address,
   * from any origin. `status` of `openPayment` in `@pay-index/app`.
   */
  readonly statusUrl: string;
  /** Whether an earlier attempt answered, and nothing was sent. */
  readonly reused: boolean;
  readonly warnings: readonly SaleWarning[];
}

/** Each failed commit means that somebody else has changed the reference, so this many bounds a race without ending it early. */
const startTries = 50;

/**
 * Starts a sale, at most one at a time for the same request (LED-START). The payment is committed before the gateway hears
 * of it; the gateway's silence or nonsense is an outcome, not an error.
 *
 * @throws PayIndexError `sale_invalid`, `merchant_missing`, `raw_cards_refused`, `too_many_attempts` (nothing was created),
 *   `store_unavailable` (nothing was sent)
 */
export async function start<Tx>(ledger: Ledger<Tx>, input: Sale, keepGoing: KeepGoing): Promise<Started> {
  const { sale, warnings } = checkSale(input, ledger.platform.now());
  const merchant = merchantFor(ledger, sale);
  requireKnownMethod(ledger, sale);
  const settings = saleSettings(ledger, merchant);
  const secrets = await ledger.secrets.all();
  const fingerprints = secrets.map((secret) => fingerprint(sale, settings, secret));
  for (let tries = 0; tries < startTries; tries++) {
    const now = ledger.platform.now();
    const asked = {
      ...ledger.settings,
      now,
      fingerprints,
      inFlightFor: inFlightFor(ledger.settings),
    };
    const book = await stored("read a book", ledger.store.book(keyOf(sale), attemptsRead(asked)));
    const standing = standingOf(book, asked);
    if (standing.kind !== "free") return answerFromBook(ledger, standing, warnings);
    checkAttemptLimit(book, ledger.settings, now);
    const [asking = ""] = fingerprints;
    const draft = newAttempt(ledger, { sale, merchant, fingerprint: asking, book, now });
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

function keyOf({ tenant, reference }: CheckedSale): BookKey {
  return { tenant, reference };
}

/** The attempts that `standingOf` and the limit depend on. */
function attemptsRead(asked: Asked & Pick<Settings, "attemptsPerHour">): BookRead {
  const since = new Date(asked.now.getTime() - answersFor(asked) * 1000);
  return { answering: { fingerprints: asked.fingerprints, since }, rank: asked.attemptsPerHour };
}

function merchantFor<Tx>({ settings }: Ledger<Tx>, sale: CheckedSale): Merchant {
  const { variant } = sale;
  const tenant = merchantTenantOf(sale);
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

/** The gateway declines a mistyped method, and the buyer would never learn why. */
function requireKnownMethod<Tx>({ settings: { apmMethods } }: Ledger<Tx>, sale: CheckedSale): void {
  if (sale.variant !== "apm" || sale.method === undefined || apmMethods === undefined) return;
  if (apmMethods.includes(sale.method)) return;
  const problem = {
    path: "method",
    message: `must be one of the option apmMethods: ${apmMethods.join(", ")}`,
  };
  throw new PayIndexError("sale_invalid", "The sale cannot be sent. Nothing was created.", {
    problems: [problem],
  });
}

function saleSettings<Tx>({ settings }: Ledger<Tx>, merchant: Merchant): SaleSettings {
  return { ...settings, merchantId: merchant.id, key: merchant.keys.current };
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
  const sent = { notifyToken: draft.notifyToken, returnToken };
  const answer = await submitSale(ledger.platform, { gateway, form, sent, timeout: timeout * 1000 });
  const outcome = requireSecurePage(answer, ledger.settings);
  const fact = responseFact(ledger, sale, outcome);
  ledger.observe(responseEvent(ledger, payment, fact));
  const state = await recordResponse(ledger, { payment, fact, keepGoing });
  const wait = waitUrl(publicUrl, payment.orderNumber, returnToken);
  return { ...(await nextOf(ledger, { payment, state, outcome, wait })), reused: false, warnings };
}

interface Next {
  readonly payment: Payment;
  readonly state: Payment["state"];
  readonly outcome?: SaleOutcome;
  readonly wait: string;
}

async function nextOf<Tx>(ledger: Ledger<Tx>, { payment, state, outcome, wait }: Next) {
  const { orderNumber, reference, variant } = payment;
  const secret = await ledger.secrets.newest();
  const url = statusUrl(ledger.settings, secret, payment);
  const at = (started: StartedState, next: string) => ({
    orderNumber,
    reference,
    state: started,
    next,
    statusUrl: url,
  });
  const order = { reference, tenant: merchantTenantOf(payment), state };
  const told = () => (ledger.pages.outcome === "ours" ? wait : (outcomePage(ledger, order) ?? wait));
  if (state === "paid" || state === "review") return at(state, told());
  if (state === "failed" || state === "closed" || state === "refunded") return at("declined", told());
  if (outcome?.outcome === "redirect") return at("redirect", outcome.url);
  if (outcome?.outcome === "unknown" && !isDirect(variant)) {
    const ours = waitUrl(ledger.settings.publicUrl, orderNumber, repeatToken(secret, payment));
    if (ledger.pages.outcome === "ours") return at("unreachable", ours);
    return at("unreachable", retryPage(ledger, { ...order, reason: "unreachable" }) ?? ours);
  }
  return at("waiting", wait);
}

async function answerFromBook<Tx>(
  ledger: Ledger<Tx>,
  standing: Exclude<Standing, { kind: "free" }>,
  warnings: readonly SaleWarning[],
): Promise<Started> {
  const { payment } = standing;
  const { orderNumber, reference, state } = payment;
  const reused = { reused: true, warnings };
  const secret = await ledger.secrets.newest();
  if (standing.kind === "open") {
    const url = statusUrl(ledger.settings, secret, payment);
    return { orderNumber, reference, state: "redirect", next: standing.url, statusUrl: url, ...reused };
  }
  const wait = waitUrl(ledger.settings.publicUrl, orderNumber, repeatToken(secret, payment));
  return { ...(await nextOf(ledger, { payment, state, wait })), ...reused };
}
