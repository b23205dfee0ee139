/** The plan of the monthly subscription. The id of a plan never changes. */
export const monthlyPlan = {
  id: "6f1c2c1e-3a57-4c0b-9a0e-5d1f5a1b7c42",
  name: "Monthly delivery",
  type: "monthly",
  description: "The same order again each month, for a year",
  attempts: 3,
} as const;
