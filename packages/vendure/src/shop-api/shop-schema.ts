import { parse } from "graphql";
import { sharedSchema } from "../shared-schema.ts";

export const shopSchema = parse(/* GraphQL */ `
  ${sharedSchema}

  enum PayIndexStartState {
    "Send the buyer to the payment page."
    REDIRECT
    "The outcome is not known yet: the waiting page tells the buyer."
    WAITING
    "The gateway gave no payment page and nobody was charged. The buyer may try again."
    UNREACHABLE
    DECLINED
    PAID
    "The money is with the gateway, and staff must look at it."
    REVIEW
  }

  "The payment was started. Send the buyer's browser to the url, whatever the state."
  type PayIndexStarted {
    state: PayIndexStartState!
    url: String!
    "Of this attempt at the gateway. Null where the order costs nothing, and nothing was started."
    attemptId: String
    "Where an app or a page asks how this attempt stands: it answers {state} to whoever has the address. Null as above."
    statusUrl: String
  }

  """
  The shop takes the card itself. Show a form that the browser posts to action, with card_number, card_month (MM), card_year (YYYY),
  card_cvv and form_token, which is good for one hour. The answer sends the browser on. A card never goes through GraphQL.
  """
  type PayIndexCardForm {
    action: String!
    formToken: String!
  }

  "There is no such payment method for this order, or it does not belong to this gateway."
  type PayIndexMethodError implements ErrorResult {
    errorCode: ErrorCode!
    message: String!
  }

  "This channel has no merchant for this way of paying, or the shop takes no cards itself."
  type PayIndexNotOfferedError implements ErrorResult {
    errorCode: ErrorCode!
    message: String!
  }

  type PayIndexProblem {
    "What is missing or wrong, such as buyer.phone."
    path: String!
    message: String!
  }

  "The gateway requires something that the order does not have. Nothing was started."
  type PayIndexSaleError implements ErrorResult {
    errorCode: ErrorCode!
    message: String!
    problems: [PayIndexProblem!]!
  }

  enum PayIndexPlanReason {
    "There are two plans in the cart. Each needs an order of its own."
    PLANS_MIXED
    "Some of the cart is a subscription and some is bought once. They need an order each."
    PLAN_AND_GOODS
    "This is a subscription, and the payment method is for what is bought once."
    SUBSCRIPTION_ONLY
    "The product names a plan that the shop has not."
    PLAN_UNKNOWN
    "A part of the order is paid in another way, or it costs nothing. A subscription charges the whole of it each time."
    PARTLY_PAID
  }

  "What is in the cart cannot be sold together, or not in this way. Nothing was started."
  type PayIndexPlanError implements ErrorResult {
    errorCode: ErrorCode!
    message: String!
    reason: PayIndexPlanReason!
  }

  "Nothing was started and nobody was charged. Try again in a moment."
  type PayIndexUnavailableError implements ErrorResult {
    errorCode: ErrorCode!
    message: String!
  }

  "The order has reached the limit of payment attempts in an hour (attemptsPerHour). Nothing was started and nobody was charged."
  type PayIndexTooManyAttemptsError implements ErrorResult {
    errorCode: ErrorCode!
    message: String!
    "When the next attempt is possible."
    retryAt: DateTime
  }

  union StartPayIndexPaymentResult =
      PayIndexStarted
    | PayIndexCardForm
    | NoActiveOrderError
    | OrderPaymentStateError
    | IneligiblePaymentMethodError
    | PayIndexMethodError
    | PayIndexNotOfferedError
    | PayIndexPlanError
    | PayIndexSaleError
    | PayIndexTooManyAttemptsError
    | PayIndexUnavailableError

  input StartPayIndexPaymentInput {
    "The code of a payment method, as eligiblePaymentMethods gives it."
    method: String!
    "Of the variant apm, where the payment method leaves it to the buyer: a method as the gateway names it. Empty: its own list."
    apmMethod: String
    "Of the variant apm in an app: the scheme of its addresses."
    appScheme: String
  }

  type PayIndexPayment {
    orderCode: String!
    "Where the order's payments stand: as the best of them."
    state: PayIndexPaymentState!
    "Whether the order is placed. Paid and not placed: the order is being placed, or beingChecked is true."
    placed: Boolean!
    "Whether staff have to check the payment before the order can be placed. Tell the buyer that the money arrived and that the shop will get in touch."
    beingChecked: Boolean!
    "What it began, or what it is a renewal of; null for what is bought once, and until it is paid."
    subscription: PayIndexSubscription
  }

  type PayIndexSubscription {
    "Of the order that began it."
    orderCode: String!
    planType: PayIndexPlanType!
    "How many cycles are charged in all."
    totalCount: Int!
    state: PayIndexSubscriptionState!
    closedAt: DateTime
    "By number: those that something was heard of, and those that are missing. The first is the order that began it."
    cycles: [PayIndexCycle!]!
    "The first that is expected still, as long as more are charged."
    nextCycle: PayIndexNextCycle
  }

  "As of Vendure's own lists: at most shopListQueryLimit in one answer, which is as many as come where nothing is said."
  input PayIndexSubscriptionListOptions {
    skip: Int
    take: Int
  }

  type PayIndexCycle {
    number: Int!
    state: PayIndexPaymentState!
    dueAt: DateTime
    "Of the order that was made of it; null until there is one."
    orderCode: String
    "It should have been paid by now, and the shop's staff are asking for it."
    isOverdue: Boolean!
  }

  enum PayIndexPlanType {
    WEEKLY
    MONTHLY
    QUARTERLY
    YEARLY
  }

  "What a product charges again and again. Its price is that of the order."
  type PayIndexPlan {
    name: String!
    description: String!
    type: PayIndexPlanType!
    "How many times it is charged in all, the first time among them."
    totalCount: Int!
  }

  extend type ProductVariant {
    "Null: it is bought once."
    payIndexPlan: PayIndexPlan
  }

  extend type Query {
    "For the buyer whose order it is; null for everybody else."
    payIndexPayment(orderCode: String!): PayIndexPayment
    "Of the customer who is signed in, newest first. A guest asks by the order: payIndexPayment."
    payIndexSubscriptions(options: PayIndexSubscriptionListOptions): [PayIndexSubscription!]!
  }

  extend type Mutation {
    "Starts paying the active order, or goes on where that was begun. The order must be in ArrangingPayment."
    startPayIndexPayment(input: StartPayIndexPaymentInput!): StartPayIndexPaymentResult!
  }
`);
