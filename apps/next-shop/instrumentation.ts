/** Opens the payments with the server. Otherwise they open with the first request, and nothing overdue is done before. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === "nodejs") {
    try {
      const { payments } = await import("./src/pay-index.ts");
      await payments.open();
    } catch (error) {
      console.error(error);
      // Next.js itself would go on, and answer each request with an error. In development, the next request tries again.
      if (process.env.NODE_ENV === "production") process.exit(1);
    }
  }
}
