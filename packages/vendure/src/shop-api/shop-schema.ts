import { parse } from "graphql";

export const shopSchema = parse(/* GraphQL */ `
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

  enum PayIndexStartState {
    "Send the buyer to the payment page."
    REDIRECT
    "The result is not known yet: the waiting page displays it when it arrives."
    WAITING
    "The gateway returned no payment page, and nobody was charged. The buyer can try again."
    UNREACHABLE
    DECLINED
    PAID
    "The gateway reported a payment that staff must check."
    REVIEW
  }

  "The payment was started. Send the buyer's browser to the url, whatever the state."
  type PayIndexStarted {
    state: PayIndexStartState!
    url: String!
    "The gateway order ID of the attempt. Null if the order costs nothing and no attempt was started."
    attemptId: String
    "The address at which an app or a page reads the state of the attempt, as {state}. It needs no session. Null like attemptId."
    statusUrl: String
  }

  """
  The shop accepts the card itself. Display a form that the browser posts to action, with card_number, card_month (MM),
  card_year (YYYY), card_cvv and form_token, which is valid for one hour. The response redirects the browser. Never send a card
  in GraphQL.
  """
  type PayIndexCardForm {
    action: String!
    formToken: String!
  }

  "The order has no such payment method, or the method belongs to another gateway."
  type PayIndexMethodError implements ErrorResult {
    errorCode: ErrorCode!
    message: String!
  }

  "This channel has no merchant for this payment method, or the shop does not accept raw cards."
  type PayIndexNotOfferedError implements ErrorResult {
    errorCode: ErrorCode!
    message: String!
  }

  type PayIndexProblem {
    "The missing or invalid field, such as buyer.phone."
    path: String!
    message: String!
  }

  "A field that the gateway requires is missing or invalid, or the amount is below the option minimumAmounts. Nothing was started."
  type PayIndexSaleError implements ErrorResult {
    errorCode: ErrorCode!
    message: String!
    problems: [PayIndexProblem!]!
  }

  enum PayIndexPlanReason {
    "The cart has several plans. Each plan needs its own order."
    PLANS_MIXED
    "The cart mixes subscription and one-time items. Each kind needs its own order."
    PLAN_AND_GOODS
    "The cart is a subscription, and the payment method is for single payments."
    SUBSCRIPTION_ONLY
    "The product names a plan that the shop does not have."
    PLAN_UNKNOWN
    "A part of the order is paid in another way, or the order costs nothing. A subscription charges the whole order each time."
    PARTLY_PAID
  }

  "The goods in the cart cannot be sold together, or not with this payment method. Nothing was started."
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
    "The code of an order of the buyer's, to which a payment must be added. Default: the active order."
    orderCode: String
    "The code of a payment method, as eligiblePaymentMethods returns it."
    method: String!
    "Only for the variant apm, if the payment method lets the buyer choose: the gateway's name of a method. Default: the gateway displays its list."
    apmMethod: String
    "Only for the variant apm in an app: the URL scheme of the app."
    appScheme: String
  }

  type PayIndexPayment {
    orderCode: String!
    "The state of the best attempt to pay what was due last."
    state: PayIndexPaymentState!
    "Whether the order is placed, with its last payment. Paid and not placed: the payment is being added, or beingChecked is true."
    placed: Boolean!
    "Whether staff have to check the payment before the order can be placed. Tell the buyer that the money arrived and that the shop will get in touch."
    beingChecked: Boolean!
    "The subscription that the order started, or whose renewal it is. Null for a single payment, and until it is paid."
    subscription: PayIndexSubscription
  }

  type PayIndexSubscription {
    "The code of the order that started the subscription."
    orderCode: String!
    planType: PayIndexPlanType!
    "The number of all cycles."
    totalCount: Int!
    state: PayIndexSubscriptionState!
    closedAt: DateTime
    "The reported and the overdue cycles, by number. Cycle 1 is the order that started the subscription."
    cycles: [PayIndexCycle!]!
    "The next expected cycle. Null if none is expected."
    nextCycle: PayIndexNextCycle
  }

  "As in Vendure's own lists: at most apiOptions.shopListQueryLimit entries, which is also the default."
  input PayIndexSubscriptionListOptions {
    skip: Int
    take: Int
  }

  type PayIndexCycle {
    number: Int!
    state: PayIndexPaymentState!
    dueAt: DateTime
    "The code of the order that was placed for the cycle. Null until it is placed."
    orderCode: String
    "Whether the cycle should be paid by now. The shop's staff have a review item then."
    isOverdue: Boolean!
  }

  enum PayIndexPlanType {
    WEEKLY
    MONTHLY
    QUARTERLY
    YEARLY
  }

  "The subscription plan of a product. Its price is the price of the order."
  type PayIndexPlan {
    name: String!
    description: String!
    type: PayIndexPlanType!
    "The number of all cycles, with the first one."
    totalCount: Int!
  }

  extend type ProductVariant {
    "Null if the product is bought once."
    payIndexPlan: PayIndexPlan
  }

  extend type Query {
    "The payment of an order, for its buyer. Null for everybody else."
    payIndexPayment(orderCode: String!): PayIndexPayment
    "The subscriptions of the signed-in customer, newest first. Guests use payIndexPayment with the order's code."
    payIndexSubscriptions(options: PayIndexSubscriptionListOptions): [PayIndexSubscription!]!
  }

  extend type Mutation {
    "Starts the payment of what is due for an order, or continues a started one. The order must be in ArrangingPayment or ArrangingAdditionalPayment."
    startPayIndexPayment(input: StartPayIndexPaymentInput!): StartPayIndexPaymentResult!
  }
`);
