/** The types about payments and subscriptions that the schemas of both APIs contain. */
export const sharedSchema = /* GraphQL */ `
  "The state of a payment. NONE: no attempt was started."
  enum PayIndexPaymentState {
    NONE
    CREATED
    PENDING
    APPROVED
    PAID
    REVIEW
    FAILED
    CLOSED
    REFUNDED
  }

  "WAITING: the first payment is not confirmed. ACTIVE: cycles are expected, even if one failed or is overdue. CLOSED: the gateway charges no further cycle. ENDED: the last cycle of the plan was paid, or staff ended the subscription."
  enum PayIndexSubscriptionState {
    WAITING
    ACTIVE
    CLOSED
    ENDED
  }

  type PayIndexNextCycle {
    number: Int!
    dueAt: DateTime!
  }
`;
