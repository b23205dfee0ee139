/** The events in the year of a monthly plan, by the number of the cycle. */
export const yearScenario = {
  cycles: 12,
  /** The card has no funds at first, and the gateway tries again. */
  declined: 4,
  /** The notification of a paid cycle is lost. The shop notices, and the gateway sends it again. */
  overdue: 7,
  /** The gateway closes the subscription after this cycle. */
  closedWith: 10,
} as const;
