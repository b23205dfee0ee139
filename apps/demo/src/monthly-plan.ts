/** What the monthly subscription means. A plan has an id of its own that never changes. */
export const monthlyPlan = {
  id: "6f1c2c1e-3a57-4c0b-9a0e-5d1f5a1b7c42",
  name: "Monthly delivery",
  type: "monthly",
  description: "The same order again each month, for a year",
  attempts: 3,
} as const;
