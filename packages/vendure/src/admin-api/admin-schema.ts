import { parse } from "graphql";
import { sharedSchema } from "../shared-schema.ts";
import { gatewayQuerySchema } from "./gateway-query-schema.ts";
import { overviewSchema } from "./overview-schema.ts";
import { paymentEnumsSchema } from "./payment-enums-schema.ts";
import { refundSchema } from "./refund-schema.ts";
import { reviewQueueSchema } from "./review-queue-schema.ts";
import { staffCancelSubscriptionSchema } from "./staff-cancel-subscription-schema.ts";

export const adminSchema = parse(/* GraphQL */ `
  ${sharedSchema}
  ${reviewQueueSchema}
  ${overviewSchema}
  ${gatewayQuerySchema}
  ${staffCancelSubscriptionSchema}
  ${refundSchema}

  ${paymentEnumsSchema}

  type PayIndexTimelineEntry {
    at: DateTime!
    source: PayIndexSource!
    "In English."
    text: String!
    "The same text for other languages, as phrases."
    phrases: [PayIndexPhrase!]!
  }

  type PayIndexPhrase {
    "The id of the phrase, such as confirmed."
    id: String!
    "The values of its placeholders, by name: texts."
    values: JSON!
  }

  "One attempt to pay an order."
  type PayIndexAttempt {
    "The gateway order ID."
    attemptId: String!
    "The number of the attempt: 1, 2, 3."
    number: Int!
    variant: String!
    state: PayIndexPaymentState!
    "As decimal text, in the currency's own number of decimals."
    amount: String!
    currencyCode: CurrencyCode!
    "The channel whose merchant charges this attempt. Null: the channel is gone."
    channelCode: String
    timeline: [PayIndexTimelineEntry!]!
    "The refunds that were made, oldest first. For a subscription: those of the first payment."
    refunds: [PayIndexRefund!]!
    "The refunds through the gateway, in any state. For a subscription: those of the first payment."
    gatewayRefunds: [PayIndexGatewayRefund!]!
    "The subscription that the attempt started. Null for a single payment."
    subscription: PayIndexSubscription
  }

  type PayIndexSubscription {
    state: PayIndexSubscriptionState!
    planType: String!
    "The number of all cycles."
    totalCount: Int!
    "The gateway subscription ID. Null until a notification names it."
    gatewaySubscriptionId: String
    closedAt: DateTime
    "The reported and the overdue cycles, by number. Cycle 1 is the attempt itself."
    cycles: [PayIndexCycle!]!
    "The next expected cycle. Null if none is expected."
    nextCycle: PayIndexNextCycle
  }

  type PayIndexCycle {
    number: Int!
    state: PayIndexPaymentState!
    dueAt: DateTime
    transactionId: String
    "The order that was placed for the cycle."
    orderCode: String
    orderId: ID
    "Whether the cycle should be paid by now. Staff have a review item CYCLE_OVERDUE."
    isOverdue: Boolean!
    "The timeline of a later cycle. Cycle 1 has that of the attempt."
    timeline: [PayIndexTimelineEntry!]!
    "The refunds of a later cycle. Cycle 1 has those of the attempt."
    refunds: [PayIndexRefund!]!
    "The refunds through the gateway of a later cycle. Cycle 1 has those of the attempt."
    gatewayRefunds: [PayIndexGatewayRefund!]!
  }

  "The cycle that a renewal was placed for."
  type PayIndexRenewal {
    cycle: Int!
    "The order that started the subscription."
    orderCode: String!
    orderId: ID
  }

  "A problem of a payment that staff must resolve."
  type PayIndexReviewItem {
    "The id of the item. It is not an id of Vendure."
    id: String!
    kind: PayIndexReviewKind!
    attemptId: String!
    "The cycle of a subscription, if the item is about one."
    cycle: Int
    createdAt: DateTime!
    "Why the item opened, as a code such as no_stock. For a dispute, its type, such as chargeback."
    problemCode: String!
    "The facts, as they were recorded. In English."
    evidence: String!
  }

  type PayIndexPaymentReviewItem {
    item: PayIndexReviewItem!
    recommendedAction: PayIndexRecommendedAction!
    "Whether retryPayIndexReviewItem can resolve it."
    canRetry: Boolean!
    "The defaults of a refund to record. Null if no recorded refund can resolve the item."
    refund: PayIndexRefundForm
  }

  type PayIndexRefundForm {
    "Decimal text: the requested amount, or what is left to refund. Null if it is not known."
    amount: String
    currencyCode: String!
  }

  type PayIndexPayment {
    state: PayIndexPaymentState!
    "When the order was placed."
    placedAt: DateTime
    "Null if you do not have the permission ReadOrder."
    order: PayIndexOrder
    "The number of all attempts. attempts can have fewer."
    attemptCount: Int!
    "Oldest first: each paid attempt, each attempt with a review item, and the newest 10."
    attempts: [PayIndexAttempt!]!
    "The open review items."
    reviewItems: [PayIndexPaymentReviewItem!]!
    "Null if the order is no renewal. The review items of a renewal are on the order that started the subscription."
    renewalOf: PayIndexRenewal
  }

  enum PayIndexRetryOutcome {
    "The item is resolved."
    DONE
    "The retry failed, and the item is still open. The field problem says why."
    FAILED
    "The retry failed, and runs again by itself. The field problem says why."
    POSTPONED
    "The item was already resolved, or is being processed."
    NOT_RUN
  }

  type PayIndexRetryResult {
    outcome: PayIndexRetryOutcome!
    "Why the retry failed. Null for DONE and NOT_RUN."
    problem: String
    payment: PayIndexPayment!
  }

  input ResolvePayIndexReviewItemInput {
    orderId: ID!
    attemptId: String!
    action: PayIndexOperatorAction!
    "The review item to resolve: only this one. Without it, the action resolves all items of the cycle or of the sale, except those of a job that was given up, such as ORDER_NOT_PLACED."
    reviewItemId: String
    "The cycle of a subscription, if no review item names it. 1 is the first payment. To accept an UNKNOWN_CYCLE, name the cycle that the charge pays. It must be in the plan, and not paid."
    cycle: Int
    "The reason: what you saw at the gateway. The timeline keeps it, with your id and name."
    note: String!
    "With RECORD_REFUND: the refund that was made at the gateway."
    refund: PayIndexRefundInput
  }

  input PayIndexRefundInput {
    "As decimal text, such as 19.99."
    amount: String!
    "Null for the currency of the attempt."
    currencyCode: CurrencyCode
    "The gateway's id of the refund. Each refund has its own."
    reference: String!
  }

  type PayIndexCapability {
    name: PayIndexCapabilityName!
    supported: Boolean!
    "How to do it by hand. In English. Null if it is supported."
    instead: String
  }

  extend type Query {
    "What these payments can do, and for the rest how to do it by hand."
    payIndexCapabilities: [PayIndexCapability!]!
    "The payment of an order. Null if this channel has no such order."
    payIndexPayment(orderId: ID!): PayIndexPayment
  }

  extend type Mutation {
    "Records an operator action about an attempt, and resolves the review item that it names."
    resolvePayIndexReviewItem(input: ResolvePayIndexReviewItemInput!): PayIndexPayment!
    "Retries a review item now: places the order, or verifies the notifications again."
    retryPayIndexReviewItem(orderId: ID!, id: String!): PayIndexRetryResult!
  }
`);
