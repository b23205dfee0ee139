/** The queue of review items, and what staff do with several of them. A part of the Admin API's schema. */
export const reviewQueueSchema = /* GraphQL */ `
  "Who bought what: read from Vendure's order at the time of the query."
  type PayIndexOrder {
    code: String!
    totalWithTax: Money!
    currencyCode: CurrencyCode!
    buyer: PayIndexBuyer!
    lines: [PayIndexOrderLine!]!
  }

  type PayIndexBuyer {
    name: String!
    "Null: the order has no customer yet."
    emailAddress: String
    phoneNumber: String
  }

  type PayIndexOrderLine {
    "The name of the product variant."
    name: String!
    sku: String!
    quantity: Int!
  }

  "A review item in the queue, with its order."
  type PayIndexQueueItem {
    item: PayIndexItem!
    orderCode: String!
    "Null: the order is gone."
    orderId: ID
    "What was charged, or what the attempt asked for, in Vendure's integers. The order's total may be another one. Null: the payment cannot be found, or Vendure's integers are too coarse."
    amount: Money
    currencyCode: String
    "Null: the order is gone, or you do not have the permission ReadOrder."
    order: PayIndexOrder
  }

  type PayIndexItemCount {
    kind: PayIndexItemKind!
    count: Int!
  }

  type PayIndexItemList {
    items: [PayIndexQueueItem!]!
    "How many review items match, on all pages."
    totalItems: Int!
    "How many match of each kind, whichever kind you ask for. A kind without review items is left out."
    counts: [PayIndexItemCount!]!
  }

  input PayIndexItemListOptions {
    skip: Int
    "50 by default, at most apiOptions.adminListQueryLimit."
    take: Int
    kind: PayIndexItemKind
    "Part of the order's code or of the gateway order ID; with the permission ReadOrder also of the buyer's e-mail address."
    search: String
  }

  enum PayIndexBulkDecision {
    ACCEPTED
    CLOSED
  }

  input DecidePayIndexItemsInput {
    "1 to 100 review items of one kind: the field id of PayIndexItem."
    ids: [String!]!
    action: PayIndexBulkDecision!
    "The reason. The timeline of each payment keeps it."
    note: String!
  }

  type PayIndexDecidedItem {
    id: String!
    "Why this item is still open. Null: it is resolved."
    problem: String
  }

  type PayIndexRetriedItem {
    id: String!
    outcome: PayIndexRetryOutcome!
    "Why the retry failed."
    problem: String
  }

  extend type Query {
    "The review items: oldest first, payments without a result last. The default channel sees all channels."
    payIndexItems(options: PayIndexItemListOptions): PayIndexItemList!
  }

  extend type Mutation {
    "Records one decision about several review items of one kind. An item that refuses it does not stop the others."
    decidePayIndexItems(input: DecidePayIndexItemsInput!): [PayIndexDecidedItem!]!
    "Retries several review items of one kind: 1 to 100."
    workPayIndexItems(ids: [String!]!): [PayIndexRetriedItem!]!
  }
`;
