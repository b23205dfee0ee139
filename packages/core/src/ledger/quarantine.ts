import { maskDigitRuns } from "../mask/mask-text.ts";
import { notificationDigest, tellingFields } from "../notification/notification.ts";
import { NotificationRefusal, type RefusalWord } from "../notification/refusal.ts";
import type { Payment, Quarantined } from "../payment/payment.ts";
import { type IsUrlToken, withoutTokens } from "../sale/hidden-tokens.ts";
import { holdsPossibleCard } from "../sale/possible-card.ts";
import { type Ledger, stored } from "./context.ts";
import { type Arrival, isOfAnotherSale, verifiedEntry } from "./inbox-entry.ts";
import { settle } from "./settle.ts";
import { urlTokensOf } from "./tokens.ts";
import type { Leased } from "./work.ts";

/** Why a notification with the right token may be kept. Others name another payment, or nothing at all. */
function isKept(word: RefusalWord): word is Quarantined["word"] {
  return word === "unsigned" || word === "mismatch" || word === "malformed";
}

/**
 * Keeps what had the right token but could not be believed, so that a wrong key loses nothing (NSIG-MISSING). Gives the work
 * that settling the book brought along.
 */
export async function keepRefused<Tx>(
  ledger: Ledger<Tx>,
  { payment, fields, receivedAt }: Arrival,
  word: RefusalWord,
): Promise<Leased[]> {
  if (!isKept(word)) return [];
  const telling = tellingFields(fields);
  const quarantine = {
    id: notificationDigest(telling),
    at: receivedAt.toISOString(),
    word,
    redact: () => redacted(telling, urlTokensOf(payment)),
  };
  return settle(ledger, payment, [{ orderNumber: payment.orderNumber, quarantine }]);
}

/** Long runs of digits by nature. They verify again only as they came, so they are masked only where they could be a card's number. */
const ids: ReadonlySet<string> = new Set([
  "memberid",
  "orderid",
  "transaction_id",
  "payment_transaction_id",
  "datetime",
  "sign",
]);

/** Half of its characters are digits, and it must stay whole to verify again. */
const isDigest = (sign: string) => /^[0-9A-F]{32}$/.test(sign);

/** The protocol's own fields without the attachment, and in them neither a URL token nor what could be a card number (NSIG-MISSING). */
function redacted(telling: ReadonlyMap<string, string>, isToken: IsUrlToken): Record<string, string> {
  const mask = (name: string, value: string) =>
    name === "sign" && isDigest(value)
      ? value
      : maskDigitRuns(value, 13, (digits) => !ids.has(name) || holdsPossibleCard(digits));
  return Object.fromEntries(
    [...telling]
      .filter(([name]) => name !== "attach")
      .map(([name, value]) => [name, mask(name, withoutTokens(value, isToken).slice(0, 255)).toWellFormed()]),
  );
}

/**
 * Verifies again what was kept, after a change of keys or sign rules. What verifies now counts as received when it came. Gives the ids
 * of what did.
 *
 * @throws PayIndexError `store_unavailable`
 */
export async function releaseVerified<Tx>(ledger: Ledger<Tx>, payment: Payment): Promise<string[]> {
  const released: string[] = [];
  for (const { id, at, fields } of payment.quarantine) {
    const receivedAt = new Date(at);
    try {
      const entry = await verifiedEntry(ledger, {
        payment,
        fields: new Map(Object.entries(fields)),
        receivedAt,
      });
      if (await stored("find a payment", isOfAnotherSale(ledger, entry))) continue;
      await stored("receive a notification", ledger.store.receive(entry));
      released.push(id);
    } catch (error) {
      if (!(error instanceof NotificationRefusal)) throw error;
    }
  }
  return released;
}
