import type { PaymentKey } from "../ports/store.ts";

/** Rows by their id, in the order in which they were added, with the payment that each belongs to. */
export class MemoryTable<Row> {
  readonly #rows = new Map<string, Row>();
  readonly #idsOfPayment = new Map<string, Set<string>>();

  get(id: string): Row | undefined {
    return this.#rows.get(id);
  }

  getOfPayment(id: string, payment: PaymentKey): Row | undefined {
    return this.#idsOfPayment.get(paymentKeyText(payment))?.has(id) ? this.#rows.get(id) : undefined;
  }

  /** Adds the row, or replaces the one with its id. */
  set(id: string, row: Row, payment: PaymentKey): void {
    const key = paymentKeyText(payment);
    this.#idsOfPayment.set(key, (this.#idsOfPayment.get(key) ?? new Set()).add(id));
    this.#rows.set(id, row);
  }

  /** Adds the row, unless one with its id exists. */
  insert(id: string, row: Row, payment: PaymentKey): void {
    if (!this.#rows.has(id)) this.set(id, row, payment);
  }

  all(): Row[] {
    return [...this.#rows.values()];
  }

  ofPayment(payment: PaymentKey): Row[] {
    const ids = this.#idsOfPayment.get(paymentKeyText(payment)) ?? [];
    return [...ids].flatMap((id) => this.#rows.get(id) ?? []);
  }

  delete(id: string, payment: PaymentKey): void {
    this.#rows.delete(id);
    this.#idsOfPayment.get(paymentKeyText(payment))?.delete(id);
  }

  deletePayment(payment: PaymentKey): void {
    for (const id of this.#idsOfPayment.get(paymentKeyText(payment)) ?? []) this.#rows.delete(id);
    this.#idsOfPayment.delete(paymentKeyText(payment));
  }
}

export function paymentKeyText({ tenant, reference }: PaymentKey): string {
  return JSON.stringify([tenant, reference]);
}
