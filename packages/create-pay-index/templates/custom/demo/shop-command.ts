/** How to start the shop with Node, and what it prints when it is ready. */
export const shopCommand = {
  args: ["--env-file-if-exists=.env", "src/main.ts"],
  ready: "The shop is ready",
};
