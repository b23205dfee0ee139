import type { BookStatus, Money, RecordedRefund } from "@pay-index/core";

/** A charge that paid an order, with what staff recorded as given back of it. */
export interface Charge {
  /** The code of the order: of a later cycle, of its renewal. */
  readonly orderCode: string;
  readonly orderNumber: string;
  /** Of a renewal: its cycle. */
  readonly cycle: number | undefined;
  readonly merchantTenant: string;
  readonly charged: Money;
  readonly recorded: readonly RecordedRefund[];
}

/** The charges of which money of an order was given back. */
export function refundedCharges({ payments, placed }: Pick<BookStatus, "payments" | "placed">): Charge[] {
  const charges = payments.flatMap((payment): Charge[] => {
    const { orderNumber, merchantTenant, money: charged, refunds, subscription } = payment;
    const about = { orderNumber, merchantTenant, charged };
    const first = { ...about, cycle: undefined, orderCode: placed?.id ?? "", recorded: refunds };
    const later = (subscription?.cycles ?? []).flatMap(({ number, placed: renewal, refunds: recorded }) =>
      number === 1 ? [] : [{ ...about, cycle: number, orderCode: renewal?.id ?? "", recorded }],
    );
    return [first, ...later];
  });
  return charges
    .map((charge) => ({ ...charge, recorded: charge.recorded.filter(({ ofOrder }) => ofOrder) }))
    .filter(({ orderCode, recorded }) => orderCode !== "" && recorded.length > 0);
}
