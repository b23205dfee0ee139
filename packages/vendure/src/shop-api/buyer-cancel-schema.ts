import { parse } from "graphql";

/** The part of the Shop API's schema that exists only with the option `buyersMayCancel`. */
export const buyerCancelSchema = parse(/* GraphQL */ `
  enum PayIndexCancelOutcome {
    "The gateway charges no further cycle. The field closedAt says since when."
    CANCELLED
    "The plan is completed, so nothing is left to cancel."
    ENDED
    "The gateway does not cancel the subscription, and charges go on. The field text has its reason, if it gave one."
    REFUSED
    "The gateway gave no clear answer, and charges can go on. The shop asks again by itself."
    UNCLEAR
  }

  type PayIndexCancellation {
    outcome: PayIndexCancelOutcome!
    "Null unless the outcome is CANCELLED."
    closedAt: DateTime
    "With UNCLEAR: a code such as timeout, mismatch or waiting. Otherwise null."
    reason: String
    "The gateway's text, if it refused and gave one."
    text: String
  }

  extend type Mutation {
    "Cancels the subscription that an order of the signed-in customer started. Null if the customer has no such order, or if the order has no subscription that was charged."
    cancelPayIndexSubscription(orderCode: String!): PayIndexCancellation
  }
`);
