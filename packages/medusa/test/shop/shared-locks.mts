/** For a shop of several processes: locks that are kept in Postgres. They have a table of their own. */
export const sharedLocks = {
  resolve: "@medusajs/medusa/locking",
  options: {
    providers: [{ resolve: "@medusajs/medusa/locking-postgres", id: "locking-postgres", is_default: true }],
  },
};
