/** The refunds of an attempt or a cycle. A part of the Admin API's schema. */
export const refundSchema = /* GraphQL */ `
  "A refund that was made: staff recorded it, or the gateway reported it."
  type PayIndexRefund {
    at: DateTime!
    "As decimal text."
    amount: String!
    currencyCode: CurrencyCode!
    "The gateway's id of the refund. It is the transactionId of Vendure's Refund."
    reference: String!
    "Whether the refund is about the placed order. Vendure has a Refund only then."
    ofOrder: Boolean!
  }

  enum PayIndexGatewayRefundState {
    "The shop has stored it, and not sent it yet."
    REQUESTED
    "The shop is sending it."
    SUBMITTED
    "The gateway accepted it, and has not reported how it ended."
    ACCEPTED
    "The gateway gave no clear answer. The shop does not send it again."
    UNKNOWN
    "The money went back."
    SUCCEEDED
    FAILED
  }

  "A refund that the shop asked the gateway for, or that was made at the gateway."
  type PayIndexGatewayRefund {
    state: PayIndexGatewayRefundState!
    "When the shop asked for it, or learned of it."
    at: DateTime!
    "When the shop learned how it ended. Null until then."
    endedAt: DateTime
    "As decimal text."
    amount: String!
    currencyCode: CurrencyCode!
    "The gateway's id of the refund. Null until the gateway names it."
    refundId: String
    "The gateway's id of the transaction that the money comes from."
    transactionId: String!
    "Null if it was made at the gateway."
    reason: String
    "Why it failed, or why its outcome is not known."
    text: String
    "Whether the money belongs to the placed order."
    ofOrder: Boolean!
    "Whether it was made at the gateway, and not asked for here."
    isFromGateway: Boolean!
  }
`;
