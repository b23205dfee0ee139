import { parse } from "graphql";
import { sharedSchema } from "../shared-schema.ts";
import { reviewQueueSchema } from "./review-queue-schema.ts";

export const adminSchema = parse(/* GraphQL */ `
  ${sharedSchema}
  ${reviewQueueSchema}

  # Stand in the history of an order, for staff.
  extend enum HistoryEntryType {
    PAY_INDEX_CYCLE_RENEWED
    PAY_INDEX_RENEWAL_OF
    PAY_INDEX_SUBSCRIPTION_CLOSED
    PAY_INDEX_CYCLE_MISSED
  }

  "Who said it."
  enum PayIndexSource {
    SHOP
    "The gateway, when the order was sent."
    RESPONSE
    "The gateway, in a message with a valid sign, or one that was refused."
    NOTIFICATION
    "A member of staff."
    OPERATOR
  }

  enum PayIndexItemKind {
    "The money is there and the order is not placed."
    PAID
    NO_RESULT
    NOT_VERIFIED
    MISMATCH
    CONTRADICTORY
    PAID_TWICE
    UNKNOWN_CODE
    UNKNOWN_CYCLE
    "A cycle of a subscription was paid, and there is no order for it."
    CYCLE
    CLOSED
    MISSED
    CYCLE_DUE
    CYCLE_MISSING
    OTHER_MASTER
    UNEXPECTED_CYCLE
    CHARGED_AFTER_CLOSING
    TRANSACTION_REUSED
    REFUND_NOTICE
    "Money that the shop's own code wants given back: gateway.requestRefund."
    REFUND_DUE
    "A recorded refund that could not be added to the order."
    BOOK_REFUND
    WEAKER_RULE
    CHECK_RESULT
  }

  enum PayIndexDecision {
    "The money is there: the order is placed."
    ACCEPTED
    "No money came: the attempt ends. Of the items PAID and CYCLE: it was dealt with, and is not placed any more."
    CLOSED
    "The money was given back at the gateway. A note; of the items PAID and CYCLE: and the order is not placed any more."
    REFUNDED
  }

  "What is advised, once staff have looked at the gateway."
  enum PayIndexRemedy {
    "Try again: workPayIndexItem."
    WORK
    ACCEPTED
    CLOSED
    REFUNDED
  }

  type PayIndexTimelineEntry {
    at: DateTime!
    source: PayIndexSource!
    "In English."
    text: String!
    "The same for other languages: phrases, one after the other."
    said: [PayIndexPhrase!]!
  }

  "A refund that staff made at the gateway and recorded here."
  type PayIndexRefund {
    at: DateTime!
    "As decimal text."
    amount: String!
    currencyCode: CurrencyCode!
    "The gateway's id of the refund. It is the transactionId of Vendure's Refund."
    reference: String!
    "Whether it is money of the placed order, so that Vendure has a Refund for it."
    ofOrder: Boolean!
  }

  type PayIndexPhrase {
    "Which phrase, such as confirmed."
    id: String!
    "What stands in its places, by name: texts."
    values: JSON!
  }

  "One attempt to pay an order."
  type PayIndexAttempt {
    "By which the gateway knows it."
    attemptId: String!
    attempt: Int!
    variant: String!
    state: PayIndexPaymentState!
    "As decimal text, in the currency's own number of decimals."
    amount: String!
    currencyCode: CurrencyCode!
    "The channel whose merchant charges this attempt. Null: the channel is gone."
    channelCode: String
    timeline: [PayIndexTimelineEntry!]!
    "Refunds that staff recorded, oldest first. Of a subscription: those of the first payment."
    refunds: [PayIndexRefund!]!
    "What it began; null for what is bought once."
    subscription: PayIndexSubscription
  }

  type PayIndexSubscription {
    state: PayIndexSubscriptionState!
    planType: String!
    "How many cycles are charged in all."
    totalCount: Int!
    "The gateway's gateway subscription ID, once one was named."
    gatewaySubscriptionId: String
    closedAt: DateTime
    "By number: those that something was heard of, and those that are missing. The first is the attempt itself."
    cycles: [PayIndexCycle!]!
    "The first that is expected still, as long as more are charged."
    next: PayIndexNextCycle
  }

  type PayIndexCycle {
    number: Int!
    state: PayIndexPaymentState!
    dueAt: DateTime
    transactionId: String
    "The order that was made of it."
    orderCode: String
    orderId: ID
    "It should have been paid by now, and staff are asked about it: CYCLE_MISSING."
    missing: Boolean!
    "Of a later cycle; the first one's is the attempt's."
    timeline: [PayIndexTimelineEntry!]!
    "Of a later cycle; the first one's are the attempt's."
    refunds: [PayIndexRefund!]!
  }

  "Of which cycle an order is the renewal."
  type PayIndexRenewal {
    cycle: Int!
    "The order that began the subscription."
    orderCode: String!
    orderId: ID
  }

  "Something that a person must look at."
  type PayIndexItem {
    "Of workPayIndexItem. It is no id of Vendure's."
    id: String!
    kind: PayIndexItemKind!
    attemptId: String!
    "Of a subscription, where it is about one cycle."
    cycle: Int
    createdAt: DateTime!
    tries: Int!
    "What is known, as it was recorded."
    evidence: String!
  }

  type PayIndexOrderItem {
    item: PayIndexItem!
    advised: PayIndexRemedy!
    "Whether workPayIndexItem may resolve it."
    canRetry: Boolean!
  }

  type PayIndexBook {
    state: PayIndexPaymentState!
    "When the order was placed for the money."
    placedAt: DateTime
    "Null: you do not have the permission ReadOrder."
    order: PayIndexOrder
    "How many attempts were started. There may be more than attempts has."
    attemptCount: Int!
    "Oldest first: each attempt with money or with a review item, and the newest 10."
    attempts: [PayIndexAttempt!]!
    items: [PayIndexOrderItem!]!
    "Null: it is none. The items of a renewal are with the order that began the subscription."
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

  type PayIndexWorked {
    "False: the outcome is NOT_RUN."
    worked: Boolean!
    outcome: PayIndexRetryOutcome!
    "Why the retry failed. Null: the outcome is DONE or NOT_RUN."
    problem: String
    book: PayIndexBook!
  }

  input DecidePayIndexPaymentInput {
    orderId: ID!
    attemptId: String!
    action: PayIndexDecision!
    "The item that it is about: it alone ends. Without, those of the attempt end that are about no later cycle, but not PAID, CLOSED and what else the shop has still to do: that ends when it is named."
    item: String
    "Of a subscription: the cycle that is decided about, if no item says so; 1 is the first payment. Who accepts an UNKNOWN_CYCLE must name it: that cycle is what the charge has paid then. It must be in the plan, and not paid yet."
    cycle: Int
    "On what ground: what was seen at the gateway. Stands in the timeline for good, with the id and the name of who decided."
    note: String!
    "With REFUNDED: the refund that was made at the gateway."
    refund: PayIndexRefundInput
  }

  input PayIndexRefundInput {
    "As decimal text, such as 19.99."
    amount: String!
    "Null: the currency of the attempt."
    currencyCode: CurrencyCode
    "The gateway's id of the refund. Each refund has one of its own."
    reference: String!
  }

  extend type Query {
    "How an order is paid. Null: there is no such order in this channel."
    payIndexBook(orderId: ID!): PayIndexBook
  }

  extend type Mutation {
    "Books what a person decided about an attempt, and ends the item that it names."
    decidePayIndexPayment(input: DecidePayIndexPaymentInput!): PayIndexBook!
    "Does an item's work now: places the order again, or verifies again what did not verify."
    workPayIndexItem(orderId: ID!, id: String!): PayIndexWorked!
  }
`);
