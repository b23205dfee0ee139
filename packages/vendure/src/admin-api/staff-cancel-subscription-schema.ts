import { cancellationOutcomeSchema } from "../cancellation-outcome-schema.ts";

/** The mutation that cancels a subscription. A part of the Admin API's schema. */
export const staffCancelSubscriptionSchema = /* GraphQL */ `
  ${cancellationOutcomeSchema}

  extend type Mutation {
    "Asks the gateway to charge no further cycle of the subscription that this attempt of the order started. Needs the option operations.cancelSubscription."
    cancelPayIndexSubscription(orderId: ID!, attemptId: String!): PayIndexCancellation!
  }
`;
