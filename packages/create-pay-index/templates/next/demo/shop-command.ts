/** How to start the shop with Node, and what it prints when it is ready. Next.js reads PORT. */
export const shopCommand = {
  args: ["node_modules/next/dist/bin/next", "dev", "--hostname", "localhost"],
  ready: "Ready in",
};
