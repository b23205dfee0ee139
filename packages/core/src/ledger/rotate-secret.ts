import type { Ledger } from "./context.ts";
import type { Rotation } from "./installation-secrets.ts";

/** Replaces the installation's secret (URL-TOKENS). @throws PayIndexError `store_unavailable` */
export async function rotateSecret<Tx>({ secrets, observe }: Ledger<Tx>, rotation?: Rotation): Promise<void> {
  const version = await secrets.rotate(rotation);
  observe({ event: "secret-rotated", version });
}
