import type { Attempt, UnverifiedNotification } from "../payment/attempt.ts";
import { type Job, notVerifiedItemKey } from "../payment/job.ts";
import type { JobChanges } from "./job-changes.ts";

/** Notifications that do not verify, kept per payment. */
const quarantineLimit = 8;

/** A notification that does not verify. Redacting takes time that any sender could use up, so it happens only to what is kept. */
export interface UnredactedNotification extends Omit<UnverifiedNotification, "spell" | "fields"> {
  readonly redact: () => UnverifiedNotification["fields"];
}

/** What does not verify of a book's payments, as settling it leaves them: bounded, and seen by staff (NSIG-MISSING). */
export class QuarantineChanges {
  readonly #known: readonly Job[];
  readonly #work: JobChanges;

  constructor(known: readonly Job[], work: JobChanges) {
    this.#known = known;
    this.#work = work;
  }

  /** One item for each spell: it lasts until somebody has ended the item. What is kept of ended ones makes room. */
  keep(payment: Attempt, { redact, ...entry }: UnredactedNotification): Attempt {
    if (payment.quarantine.some((known) => known.id === entry.id)) return payment;
    const { orderNumber } = payment;
    const isEnded = (work: Job) =>
      work.kind === "not-verified" && work.orderNumber === orderNumber && work.status === "done";
    const spell = this.#known.filter(isEnded).length + 1;
    const isFull = payment.quarantine.length >= quarantineLimit;
    const kept = payment.quarantine.filter((each) => !isFull || each.spell === spell);
    if (kept.length >= quarantineLimit) return payment;
    this.#work.park(payment, notVerifiedItemKey(spell), {
      code: "not_verified",
      message:
        "Notifications arrive with the right token but cannot be believed. Check the merchant key and the sign rules.",
    });
    return { ...payment, quarantine: [...kept, { ...entry, fields: redact(), spell }] };
  }

  /** The payment without what was kept of these: the same one where nothing was. */
  release(payment: Attempt, ids: readonly string[]): Attempt {
    const quarantine = payment.quarantine.filter(({ id }) => !ids.includes(id));
    return quarantine.length === payment.quarantine.length ? payment : { ...payment, quarantine };
  }
}
