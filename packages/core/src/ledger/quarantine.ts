import { notificationDigest, tellingFields } from "../notification/notification.ts";
import { NotificationRefusal, type RefusalWord } from "../notification/refusal.ts";
import type { Payment, Quarantined } from "../payment/payment.ts";
import { type Ledger, stored } from "./context.ts";
import { type Arrival, verifiedEntry } from "./inbox-entry.ts";
import { settle } from "./settle.ts";
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
  const quarantine: Quarantined = {
    id: notificationDigest(telling),
    at: receivedAt.toISOString(),
    word,
    fields: redacted(telling),
  };
  return settle(ledger, payment, [{ orderNumber: payment.orderNumber, quarantine }]);
}

/** Have long runs of digits by nature. */
const digital: ReadonlySet<string> = new Set(["memberid", "orderid", "datetime", "sign"]);

/** The protocol's own fields without the attachment, and nothing in them that could be a card number. */
function redacted(telling: ReadonlyMap<string, string>): Record<string, string> {
  const mask = (name: string, value: string) =>
    digital.has(name) ? value : value.replace(/\d(?:[ -]?\d){12,}/g, "[digits]");
  return Object.fromEntries(
    [...telling]
      .filter(([name]) => name !== "attach")
      .map(([name, value]) => [name, mask(name, value.slice(0, 255)).toWellFormed()]),
  );
}

/**
 * Verifies again what was kept, after a change of keys or sign rules. What verifies now is received as if it had just come.
 * Gives how many did.
 *
 * @throws PayIndexError `store_unavailable`
 */
export async function releaseVerified<Tx>(ledger: Ledger<Tx>, payment: Payment): Promise<number> {
  let released = 0;
  for (const { fields } of payment.quarantine) {
    const receivedAt = ledger.platform.now();
    try {
      const entry = verifiedEntry(ledger, { payment, fields: new Map(Object.entries(fields)), receivedAt });
      await stored("receive a notification", ledger.store.receive(entry));
      released++;
    } catch (error) {
      if (!(error instanceof NotificationRefusal)) throw error;
    }
  }
  return released;
}
