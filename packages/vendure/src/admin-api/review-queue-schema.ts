/** The queries and mutations of the review queue. A part of the Admin API's schema. */
export const reviewQueueSchema = /* GraphQL */ `
  "The buyer and the lines, read from the order at the time of the query."
  type PayIndexOrder {
    code: String!
    totalWithTax: Money!
    currencyCode: CurrencyCode!
    buyer: PayIndexBuyer!
    lines: [PayIndexOrderLine!]!
  }

  type PayIndexBuyer {
    name: String!
    "Null if the order has no customer."
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
  type PayIndexReviewQueueItem {
    item: PayIndexReviewItem!
    orderCode: String!
    "Null if the order was deleted."
    orderId: ID
    "The charged amount, or the amount of the attempt, in Vendure's integers. The total of the order can differ. Null if the attempt was not found, or if Vendure's integers cannot represent the amount."
    amount: Money
    currencyCode: String
    "Null if the order was deleted, or if you do not have the permission ReadOrder."
    order: PayIndexOrder
  }

  type PayIndexReviewItemCount {
    kind: PayIndexReviewKind!
    count: Int!
  }

  type PayIndexReviewItemList {
    items: [PayIndexReviewQueueItem!]!
    "The number of review items that match, on all pages."
    totalItems: Int!
    "The number of items of each kind, for all kinds. Kinds without review items are left out."
    counts: [PayIndexReviewItemCount!]!
  }

  input PayIndexReviewItemListOptions {
    skip: Int
    "50 by default, at most apiOptions.adminListQueryLimit."
    take: Int
    kind: PayIndexReviewKind
    "A part of the order code or of the gateway order ID. With the permission ReadOrder, also of the buyer's e-mail address."
    search: String
  }

  enum PayIndexBulkAction {
    ACCEPT
    DISMISS
  }

  input ResolvePayIndexReviewItemsInput {
    "1 to 100 review items of one kind: the field id of PayIndexReviewItem."
    ids: [String!]!
    action: PayIndexBulkAction!
    "The reason. The timeline of each payment keeps it."
    note: String!
  }

  type PayIndexResolvedReviewItem {
    id: String!
    "Why the item is still open. Null if it is resolved."
    problem: String
  }

  type PayIndexRetriedReviewItem {
    id: String!
    outcome: PayIndexRetryOutcome!
    "Why the retry failed."
    problem: String
  }

  extend type Query {
    "The review items: oldest first, payments without a result last. The default channel sees all channels."
    payIndexReviewItems(options: PayIndexReviewItemListOptions): PayIndexReviewItemList!
  }

  extend type Mutation {
    "Records one action for several review items of one kind. A failure of one does not stop the others."
    resolvePayIndexReviewItems(input: ResolvePayIndexReviewItemsInput!): [PayIndexResolvedReviewItem!]!
    "Retries several review items of one kind: 1 to 100."
    retryPayIndexReviewItems(ids: [String!]!): [PayIndexRetriedReviewItem!]!
  }
`;
