/** The queries about all payments: the list of attempts, and the health. A part of the Admin API's schema. */
export const overviewSchema = /* GraphQL */ `
  enum PayIndexAttemptGroup {
    "Created, pending or approved: the outcome is not known."
    OPEN
    "Failed, dismissed by staff, or refunded without an order."
    FAILED
    "The amount or the reports do not fit."
    REVIEW
    PAID
  }

  "An attempt in the list, with its order."
  type PayIndexListedAttempt {
    "The gateway order ID."
    attemptId: String!
    orderCode: String!
    "Null if the order was deleted."
    orderId: ID
    "The channel whose merchant charges this attempt. Null: the channel is gone."
    channelCode: String
    variant: String!
    state: PayIndexPaymentState!
    "As decimal text: the amount to charge, in the currency's own number of decimals."
    amount: String!
    currencyCode: String!
    startedAt: DateTime!
    "The transactions that verified notifications reported."
    transactionIds: [String!]!
    hasOpenReviewItems: Boolean!
    "Null if the order was deleted, or if you do not have the permission ReadOrder."
    order: PayIndexOrder
  }

  type PayIndexAttemptPage {
    "The newest first."
    items: [PayIndexListedAttempt!]!
    "The value of after for the next page. Null on the last page."
    next: String
  }

  input PayIndexAttemptListOptions {
    "All groups by default."
    group: PayIndexAttemptGroup
    "A whole order code, gateway order ID or transaction ID. With the permission ReadOrder, also a part of the buyer's e-mail address."
    search: String
    "From 1 to 100. 50 by default."
    take: Int
    after: String
  }

  "What staff must look at."
  enum PayIndexHealthProblem {
    "No sweep ended within the last 15 minutes."
    SWEEP_LATE
    "Jobs wait although they were due more than 5 minutes ago."
    JOBS_OVERDUE
    "A notification was refused after the last verified one."
    NOTIFICATIONS_REFUSED
    "The shop found wrong or unsafe settings at start."
    START_WARNINGS
  }

  type PayIndexRefusal {
    "The code of the refusal, such as unsigned."
    code: String!
    at: DateTime!
  }

  type PayIndexStartWarning {
    code: String!
    "In English, as in the log."
    message: String!
  }

  type PayIndexBacklog {
    "At most 1000."
    count: Int!
    "Whether there are more than count."
    hasMore: Boolean!
    oldestAt: DateTime
  }

  type PayIndexDisputeWebhook {
    merchantId: String!
    "The address for the gateway's back office. It contains a secret token."
    url: String!
  }

  "How the gateway works."
  type PayIndexHealth {
    problems: [PayIndexHealthProblem!]!
    "The form of the addresses that the gateway must be able to reach."
    notifyUrl: String!
    "The dispute webhooks of the channel's merchants. The default channel has those of all channels. Empty without operations.disputeWebhook, and for users without the permission UpdatePaymentMethod or UpdateSettings."
    disputeWebhooks: [PayIndexDisputeWebhook!]!
    "When the last verified notification arrived. Null if none is stored."
    lastNotificationAt: DateTime
    "The last refusal with each code, the newest first."
    refusals: [PayIndexRefusal!]!
    "Why stored notifications do not verify, and what would make them verify. Null if there are none."
    notVerified: String
    lastSweepAt: DateTime
    "The warnings of this server."
    startWarnings: [PayIndexStartWarning!]!
    "The jobs that were due more than 5 minutes ago. Null outside the default channel."
    overdueJobs: PayIndexBacklog
    "The open review items. Null outside the default channel."
    reviewItems: PayIndexBacklog
  }

  extend type Query {
    "The attempts to pay: also those that are open or failed. The default channel sees all channels."
    payIndexAttempts(options: PayIndexAttemptListOptions): PayIndexAttemptPage!
    "The notify address, the last notification, warnings, and what waits."
    payIndexHealth: PayIndexHealth!
  }
`;
