import { englishStaffTexts } from "@pay-index/core/staff";

const reviewKindValues = Object.entries(englishStaffTexts.reviewItems)
  .map(([kind, { means }]) => `"${means}" ${kind.toUpperCase().replaceAll("-", "_")}`)
  .join("\n");

/** The enumerations of the Admin API. */
export const paymentEnumsSchema = /* GraphQL */ `
  # Entries in the history of an order, for staff.
  extend enum HistoryEntryType {
    PAY_INDEX_CYCLE_RENEWED
    PAY_INDEX_RENEWAL_OF
    PAY_INDEX_SUBSCRIPTION_CLOSED
    PAY_INDEX_CYCLE_FAILED
    PAY_INDEX_CYCLE_OVERDUE
  }

  "The source of a timeline entry."
  enum PayIndexSource {
    SHOP
    "What the buyer's browser reported. It is not verified."
    BUYER
    "The gateway's response to the sale."
    RESPONSE
    "A notification of the gateway, verified or refused."
    NOTIFICATION
    "The gateway's verified reply to a query."
    INQUIRY
    "No reply to a query contradicted that the gateway refused the sale."
    REFUSAL_UPHELD
    "The request to cancel a subscription, and the gateway's verified reply."
    CANCELLATION
    "A member of staff."
    OPERATOR
    "A refund through the gateway."
    REFUND
    "A message of the dispute webhook."
    DISPUTE
  }

  enum PayIndexReviewKind {
    ${reviewKindValues}
  }

  "What shops expect of a payment service."
  enum PayIndexCapabilityName {
    DELAYED_CAPTURE
    CANCEL_PAYMENT
    REFUND
    "Report refunds that were made at the gateway."
    REFUND_REPORTS
    DISPUTE_REPORTS
    "Ask the gateway for the state of a payment."
    PAYMENT_QUERY
    CANCEL_SUBSCRIPTION
    CHANGE_SUBSCRIPTION
    SAVED_CARDS
  }

  enum PayIndexOperatorAction {
    "Accepts the payment on proof: the order is placed."
    ACCEPT
    "Dismisses the payment: nothing was paid. For ORDER_NOT_PLACED and RENEWAL_NOT_PLACED: the order is never placed."
    DISMISS
    "Records a refund that was made at the gateway. For ORDER_NOT_PLACED and RENEWAL_NOT_PLACED: the order is never placed."
    RECORD_REFUND
  }

  "The recommended action, after staff have looked at the gateway."
  enum PayIndexRecommendedAction {
    "Retry: retryPayIndexReviewItem."
    RETRY
    ACCEPT
    DISMISS
    RECORD_REFUND
  }
`;
