import { type BookStatus, isOfOrder, refundedOfOrder, toAmountText, type Work } from "@pay-index/core";
import { decisionsOn } from "@pay-index/core/staff";

/** What a form for a refund starts with. */
export interface ItemRefund {
  /** What was asked for, or what is left: in the currency's units. Null: nobody can tell. */
  readonly amount: string | null;
  /** The most that can be given back of the placed order. Null: it is money of another charge. */
  readonly left: string | null;
  readonly currency_code: string;
  /** Whether amount and reference are needed, because Medusa's books must show the refund. */
  readonly required: boolean;
}

/** By the item's id. An item that no refund can resolve has none. */
export function itemRefunds(book: BookStatus): ReadonlyMap<string, ItemRefund> {
  return new Map(
    book.items.flatMap((item) => {
      const refund = refundOf(book, item);
      return refund === undefined ? [] : [[item.id, refund]];
    }),
  );
}

function refundOf(book: BookStatus, item: Work): ItemRefund | undefined {
  const payment = book.payments.find(({ orderNumber }) => orderNumber === item.orderNumber);
  if (payment === undefined || !decisionsOn(item.kind).includes("refunded")) return undefined;
  const cycle = payment.subscription?.cycles.find(({ number }) => number === item.cycle);
  const { money, refunds, placed } =
    item.cycle === undefined
      ? {
          money: payment.chargedAmount,
          refunds: payment.refunds,
          placed: payment.takesReference ? book.placed : undefined,
        }
      : { money: payment.money, refunds: cycle?.refunds ?? [], placed: cycle?.placed };
  const left = { ...money, minor: Math.max(0, money.minor - refundedOfOrder({ money, refunds }).minor) };
  const currency_code = money.currency.toLowerCase();
  if (placed === undefined || !isOfOrder(item.kind)) {
    // What waits to be placed was paid as it was asked for.
    const amount = item.kind === "paid" || item.kind === "cycle" ? toAmountText(money) : null;
    return { amount, left: null, currency_code, required: false };
  }
  const asked = item.asked?.minor || left.minor;
  const amount = left.minor === 0 ? null : toAmountText({ ...left, minor: Math.min(asked, left.minor) });
  return { amount, left: toAmountText(left), currency_code, required: left.minor > 0 };
}
