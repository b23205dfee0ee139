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

type EventOfType<T extends OrderEventData["type"]> = Extract<OrderEvent, { type: T }>;

/** Describes an event for shop developers: in the log, in the stream of events and in the timeline. */
export function describeEvent(event: OrderEvent): string {
  switch (event.type) {
    case "submitted":
      return describeSubmission(event);
    case "warning":
      return `Warning: ${event.says}`;
    case "leniency":
      return `A strict gateway refuses this sale: ${event.problems.join("; ")}.`;
    case "answered":
      return describeResponse(event);
    case "page":
      return `The buyer ${pageActionTexts[event.act]} ${pageTexts[event.page]}${event.method ? ` (${event.method})` : ""}.`;
    case "decided":
      return describeOutcome(event);
    case "charge_declined":
      return describeDeclinedCharge(event);
    case "delivery_begun":
      return `Try ${event.try} of the ${event.dispute ? "dispute message" : "notification"} was sent to ${event.url}.`;
    case "delivery_ended":
      return `${describeDelivery(event.delivery)}.`;
    case "retry_planned":
      return `Try ${event.try} is planned for ${formatDateTime(Date.parse(event.dueAt))} UTC.`;
    case "gave_up":
      return `The gateway gave up after ${event.tries} ${event.tries === 1 ? "try" : "tries"}.`;
    case "fault_applied":
      return `A fault was at work. ${event.says}`;
    case "sent_back":
      return `The buyer was sent back to the shop with paymentStatus ${event.status} (${event.method}).`;
    case "cycle_planned":
      return `Cycle ${event.cycle} will be charged on ${formatDateTime(Date.parse(event.dueAt))} UTC.`;
    case "refund_requested":
      return describeRefundRequest(event);
    case "refund_ended":
      return `Refund ${event.refundId} of ${event.amount} ${event.as} (transaction ${event.transactionId}).`;
    case "dispute_reported":
      return describeDispute(event);
    case "subscription_closed":
    case "operation_called":
      return event.says;
  }
}

function describeSubmission({ fields }: EventOfType<"submitted">): string {
  return `The shop submitted the sale: ${fields.pay_amount} ${fields.pay_currency}, merchant ${fields.pay_memberid}.`;
}

function describeResponse({ httpStatus, body }: EventOfType<"answered">): string {
  if (httpStatus === 0) return "The connection was cut before the shop got an answer.";
  return body === "" ? "The gateway answered with nothing." : "The gateway answered the sale.";
}

function describeDeclinedCharge({
  reason,
  attempt,
  attempts,
  dueAt,
}: EventOfType<"charge_declined">): string {
  const next = `The next attempt is on ${formatDateTime(Date.parse(dueAt))} UTC.`;
  return `Attempt ${attempt} of ${attempts} to charge the first cycle was declined: ${reason}. ${next}`;
}

function describeRefundRequest({
  by,
  refundId,
  amount,
  transactionId,
  reason,
}: EventOfType<"refund_requested">): string {
  const who = by === "shop" ? "The shop" : "A user of the inspector";
  return `${who} requested refund ${refundId} of ${amount} (transaction ${transactionId}): ${reason}.`;
}

const disputeTexts: Readonly<Record<DisputeType, string>> = {
  refund: "refund",
  chargeback: "chargeback",
  ethoca_alert: "Ethoca alert",
  rdr_alert: "RDR alert",
};

function describeDispute({
  dispute,
  refundAmount,
  transactionId,
  sent,
}: EventOfType<"dispute_reported">): string {
  const what =
    `The gateway reports a ${disputeTexts[dispute]} of ${refundAmount} (transaction ${transactionId}).`
      .replace(" a Ethoca", " an Ethoca")
      .replace(" a RDR", " an RDR");
  return sent ? what : `${what} The merchant has no dispute webhook, so the shop gets no message.`;
}

const outcomeSourceTexts: Readonly<Record<OutcomeSource, string>> = {
  card: "by its card",
  buyer: "by the buyer",
  control: "by a user of the inspector",
  fault: "by a fault",
  clock: "by the clock",
};

function describeOutcome({ as, by, transactionId, reason, cycle }: EventOfType<"decided">): string {
  const what = cycle === undefined || cycle === 1 ? "The order" : `Cycle ${cycle}`;
  const why = reason ? `: ${reason}` : "";
  return `${what} became ${as} ${outcomeSourceTexts[by]}${why} (transaction ${transactionId}).`;
}

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
