import { parse } from "graphql";

export const shopSchema = parse(/* GraphQL */ `
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

  enum PayIndexPaymentState {
    NONE
    CREATED
    PENDING
    APPROVED
    PAID
    REVIEW
    FAILED
    CLOSED
  }

  "The payment was started. Send the buyer's browser to next, whatever the state."
  type PayIndexStarted {
    state: PayIndexStartState!
    next: String!
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

  "Nothing was started and nobody was charged. Try again in a moment."
  type PayIndexUnavailableError implements ErrorResult {
    errorCode: ErrorCode!
    message: String!
  }

  union StartPayIndexPaymentResult =
      PayIndexStarted
    | PayIndexCardForm
    | NoActiveOrderError
    | OrderPaymentStateError
    | IneligiblePaymentMethodError
    | PayIndexMethodError
    | PayIndexNotOfferedError
    | PayIndexSaleError
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
    "Whether the order is placed. Paid and not placed: staff have it before them."
    placed: Boolean!
  }

  extend type Query {
    "For the buyer whose order it is; null for everybody else."
    payIndexPayment(orderCode: String!): PayIndexPayment
  }

  extend type Mutation {
    "Starts paying the active order, or goes on where that was begun. The order must be in ArrangingPayment."
    startPayIndexPayment(input: StartPayIndexPaymentInput!): StartPayIndexPaymentResult!
  }
`);
