/** How payments and subscriptions stand: what buyers and staff are told in the same words. Text, for the schema of each API. */
export const sharedSchema = /* GraphQL */ `
  "Where a payment stands. NONE: nothing was ever started."
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

  "WAITING: not begun. ACTIVE: none of the others, also where a cycle failed or is missing. CLOSED: the gateway charges no more. ENDED: the last cycle of the plan was paid, or staff have closed it."
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
