/** The buyer's entries in a checkout form. */
export const sampleBuyer = {
  firstName: "Ada",
  lastName: "Lovelace",
  email: "ada@example.com",
  phone: "2070000000",
  country: "GB",
};
