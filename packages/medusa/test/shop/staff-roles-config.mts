/** What a shop adds to its medusa-config for roles and policies. */
export const staffRolesConfig = {
  featureFlags: { rbac: true },
  modules: [{ resolve: "@medusajs/medusa/rbac" }],
};
