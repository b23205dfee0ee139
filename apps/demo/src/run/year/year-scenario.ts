/** What happens in the year of a monthly plan, by the number of the cycle. */
export const yearScenario = {
  cycles: 12,
  /** The card has no funds at first; the gateway tries again. */
  declined: 4,
  /** It is paid, and its notification is lost; the shop notices, and the gateway says it again. */
  overdue: 7,
  /** After it the subscription is closed at the gateway. */
  closedWith: 10,
} as const;
