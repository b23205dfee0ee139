import { parse } from "graphql";
import { cancellationOutcomeSchema } from "../cancellation-outcome-schema.ts";

/** The part of the Shop API's schema that exists only with the option `buyersMayCancel`. */
export const buyerCancelSchema = parse(/* GraphQL */ `
  ${cancellationOutcomeSchema}

  extend type Mutation {
    "Cancels the subscription that an order of the signed-in customer started. Null if the customer has no such order, or if the order has no subscription that was charged."
    cancelPayIndexSubscription(orderCode: String!): PayIndexCancellation
  }
`);
