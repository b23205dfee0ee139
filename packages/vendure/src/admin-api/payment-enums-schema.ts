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
    "The payment is paid, and its order could not be placed."
    ORDER_NOT_PLACED
    "A later cycle is paid, and its renewal could not be placed."
    RENEWAL_NOT_PLACED
    "The shop could not be informed about a closed subscription, a declined or overdue cycle, a refund or a dispute."
    HOST_NOT_INFORMED
    "A cancellation was requested, and the gateway did not confirm it."
    SUBSCRIPTION_NOT_CANCELLED
    RESULT_NOT_CHECKED
    NO_RESULT
    CYCLE_NOT_CHECKED
    "A recorded refund could not be added to the order."
    REFUND_NOT_SYNCED
    "A refund was sent to the gateway, and nobody knows whether the money goes back."
    REFUND_NOT_CONFIRMED
    "The gateway accepted a refund, and reported later that it failed."
    REFUND_FAILED
    NOT_VERIFIED
    "The shop's own code requested a refund: gateway.requestRefund."
    REFUND_REQUESTED
    AMOUNT_MISMATCH
    CONTRADICTORY_RESULTS
    PAID_TWICE
    UNKNOWN_CODE
    UNKNOWN_CYCLE
    REFUND_NOTICE
    "The dispute webhook reported a chargeback, an alert or a refund."
    DISPUTE
    TRANSACTION_REUSED
    WEAKER_SIGNATURE
    "A notification of a subscription lacks a field that the protocol requires."
    INCOMPLETE_NOTIFICATION
    SUBSCRIPTION_MISMATCH
    UNEXPECTED_CYCLE
    CHARGED_AFTER_CLOSING
    CYCLE_OVERDUE
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
