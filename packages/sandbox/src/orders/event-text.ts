import { formatDateTime } from "../time-text.ts";
import { describeDelivery } from "./delivery-text.ts";
import type { DisputeType } from "./dispute.ts";
import type {
  BuyerPageAction,
  BuyerPageName,
  OrderEvent,
  OrderEventData,
  OutcomeSource,
} from "./order-event.ts";

type EventTexts = {
  readonly [T in OrderEventData["type"]]: (event: Extract<OrderEvent, { type: T }>) => string;
};

const utc = (iso: string) => `${formatDateTime(Date.parse(iso))} UTC`;

/** A total map: an event without a text does not compile. */
const texts: EventTexts = {
  submitted: ({ fields }) =>
    `The shop submitted the sale: ${fields.pay_amount} ${fields.pay_currency}, merchant ${fields.pay_memberid}.`,
  warning: ({ says }) => `Warning: ${says}`,
  leniency: ({ problems }) => `A strict gateway refuses this sale: ${problems.join("; ")}.`,
  answered: ({ httpStatus, body }) => {
    if (httpStatus === 0) return "The connection was cut before the shop got an answer.";
    return body === "" ? "The gateway answered with nothing." : "The gateway answered the sale.";
  },
  page: ({ act, page, method }) =>
    `The buyer ${pageActionTexts[act]} ${pageTexts[page]}${method ? ` (${method})` : ""}.`,
  decided: ({ as, by, transactionId, reason, cycle }) => {
    const what = cycle === undefined || cycle === 1 ? "The order" : `Cycle ${cycle}`;
    const why = reason ? `: ${reason}` : "";
    return `${what} became ${as} ${outcomeSourceTexts[by]}${why} (transaction ${transactionId}).`;
  },
  charge_declined: ({ reason, attempt, attempts, dueAt }) =>
    `Attempt ${attempt} of ${attempts} to charge the first cycle was declined: ${reason}. The next attempt is on ${utc(dueAt)}.`,
  delivery_begun: ({ try: count, dispute, url }) =>
    `Try ${count} of the ${dispute ? "dispute message" : "notification"} was sent to ${url}.`,
  delivery_ended: ({ delivery }) => `${describeDelivery(delivery)}.`,
  retry_planned: ({ try: count, dueAt }) => `Try ${count} is planned for ${utc(dueAt)}.`,
  gave_up: ({ tries }) => `The gateway gave up after ${tries} ${tries === 1 ? "try" : "tries"}.`,
  fault_applied: ({ says }) => `A fault was at work. ${says}`,
  sent_back: ({ status, method }) =>
    `The buyer was sent back to the shop with paymentStatus ${status} (${method}).`,
  cycle_planned: ({ cycle, dueAt }) => `Cycle ${cycle} will be charged on ${utc(dueAt)}.`,
  refund_requested: ({ by, refundId, amount, transactionId, reason }) =>
    `${by === "shop" ? "The shop" : "A user of the inspector"} requested refund ${refundId} of ${amount} (transaction ${transactionId}): ${reason}.`,
  refund_ended: ({ refundId, amount, as, transactionId }) =>
    `Refund ${refundId} of ${amount} ${as} (transaction ${transactionId}).`,
  dispute_reported: ({ dispute, refundAmount, transactionId, sent }) => {
    const what = `The gateway reports ${disputeTexts[dispute]} of ${refundAmount} (transaction ${transactionId}).`;
    return sent ? what : `${what} The merchant has no dispute webhook, so the shop gets no message.`;
  },
  subscription_closed: ({ says }) => says,
  operation_called: ({ says }) => says,
};

/** Describes an event for shop developers: in the log, in the stream of events and in the timeline. */
export function describeEvent(event: OrderEvent): string {
  return (texts[event.type] as (event: OrderEvent) => string)(event);
}

const disputeTexts: Readonly<Record<DisputeType, string>> = {
  refund: "a refund",
  chargeback: "a chargeback",
  ethoca_alert: "an Ethoca alert",
  rdr_alert: "an RDR alert",
};

const outcomeSourceTexts: Readonly<Record<OutcomeSource, string>> = {
  card: "by its card",
  buyer: "by the buyer",
  control: "by a user of the inspector",
  fault: "by a fault",
  clock: "by the clock",
};

const pageTexts: Readonly<Record<BuyerPageName, string>> = {
  checkout: "the checkout",
  invoice: "the invoice",
  methods: "the list of methods",
  method: "the method's page",
  challenge: "the 3D page",
  app: "the page that opens the app",
};

const pageActionTexts: Readonly<Record<BuyerPageAction, string>> = {
  opened: "opened",
  entered_card: "entered a card on",
  approved: "approved on",
  refused: "refused on",
  left: "went back, still processing, from",
  cancelled: "cancelled on",
};
