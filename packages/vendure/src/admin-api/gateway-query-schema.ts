/** The mutation that asks the gateway about attempts. A part of the Admin API's schema. */
export const gatewayQuerySchema = /* GraphQL */ `
  enum PayIndexQueryOutcome {
    "The gateway's reply is verified. What it says is applied: the state of the payment may have changed."
    REPORTED
    "The gateway's reply proves nothing. Nothing changed."
    UNVERIFIED
    "The gateway did not accept the query. Nothing changed."
    REJECTED
    "The gateway did not answer, or the answer is unreadable. Nothing changed."
    UNKNOWN
    "The shop did not ask. The field reason says why."
    NOT_ASKED
  }

  "The state of an attempt at the gateway."
  enum PayIndexTradeState {
    NOT_PAID
    PENDING
    FAILED
    PAID
    REFUNDED
    "A state that is not documented. Nothing changed."
    UNRECOGNIZED
  }

  type PayIndexQueriedAttempt {
    "The gateway order ID."
    attemptId: String!
    outcome: PayIndexQueryOutcome!
    "What the gateway reports. Null unless the outcome is REPORTED."
    state: PayIndexTradeState
    "Why the gateway reported nothing, as a code such as mismatch, timeout or attempt_unknown. Null with REPORTED and REJECTED."
    reason: String
    "The gateway's text, if it rejected the query and gave one."
    text: String
  }

  extend type Mutation {
    "Asks the gateway about 1 to 100 attempts, and applies what it reports. Needs the option operations.query. A problem of one attempt does not stop the others."
    queryPayIndexAttempts(attemptIds: [String!]!): [PayIndexQueriedAttempt!]!
  }
`;
