import type { Payment, Quarantined } from "../payment/payment.ts";
import type { DraftWork } from "./draft-work.ts";
import { notVerifiedCause, type Work } from "./work.ts";

/** Notifications that do not verify, kept per payment. */
const limit = 8;

/** A notification that does not verify. Redacting takes time that any sender could use up, so it happens only to what is kept. */
export interface Unverified extends Omit<Quarantined, "spell" | "fields"> {
  readonly redact: () => Quarantined["fields"];
}

/** What does not verify of a book's payments, as settling it leaves them: bounded, and seen by staff (NSIG-MISSING). */
export class DraftQuarantine {
  readonly #known: readonly Work[];
  readonly #work: DraftWork;

  constructor(known: readonly Work[], work: DraftWork) {
    this.#known = known;
    this.#work = work;
  }

  /** One item for each spell: it lasts until somebody has ended the item. What is kept of ended ones makes room. */
  keep(payment: Payment, { redact, ...entry }: Unverified): Payment {
    if (payment.quarantine.some((known) => known.id === entry.id)) return payment;
    const { orderNumber } = payment;
    const isEnded = (work: Work) =>
      work.kind === "not-verified" && work.orderNumber === orderNumber && work.status === "done";
    const spell = this.#known.filter(isEnded).length + 1;
    const isFull = payment.quarantine.length >= limit;
    const kept = payment.quarantine.filter((each) => !isFull || each.spell === spell);
    if (kept.length >= limit) return payment;
    this.#work.park(payment, notVerifiedCause(spell), {
      code: "not_verified",
      message:
        "Notifications arrive with the right token but cannot be believed. Check the merchant key and the sign rules.",
    });
    return { ...payment, quarantine: [...kept, { ...entry, fields: redact(), spell }] };
  }

  /** The payment without what was kept of these: the same one where nothing was. */
  release(payment: Payment, ids: readonly string[]): Payment {
    const quarantine = payment.quarantine.filter(({ id }) => !ids.includes(id));
    return quarantine.length === payment.quarantine.length ? payment : { ...payment, quarantine };
  }
}
