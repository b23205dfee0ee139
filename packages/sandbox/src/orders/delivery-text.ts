import type { Delivery, DeliveryOutcome } from "./order.ts";

/** A total map: an outcome without a text does not compile. */
const texts: Readonly<Record<DeliveryOutcome, (delivery: Delivery) => string>> = {
  ok: ({ try: count }) => `The shop answered OK to try ${count}`,
  unreachable: ({ try: count }) => `Try ${count} reached nobody: no server answers at this address`,
  timeout: ({ try: count }) => `The shop did not answer try ${count} in time`,
  too_large: ({ try: count }) => `The shop answered try ${count} with far too much`,
  redirect: ({ try: count }) => `The shop answered try ${count} with a redirect`,
  refused: ({ try: count, reply }) => {
    const text = reply?.trim().replace(/\s+/g, " ");
    return `The shop answered ${text ? `“${text}”` : "with an empty body"} to try ${count}`;
  },
  dropped: ({ try: count }) => `A fault stopped try ${count}`,
  own_address: ({ try: count }) => `The sandbox did not send try ${count}: the address is its own`,
};

/** Describes one delivery in one line, as a sentence without a full stop. */
export function describeDelivery(delivery: Delivery): string {
  return texts[delivery.outcome](delivery);
}
