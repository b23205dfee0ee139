/** Opens the payments with the server. Otherwise they open with the first request, and nothing overdue is done before. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { payments } = await import("./src/pay-index.ts");
  await payments.open();
}
