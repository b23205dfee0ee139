import type { EngineContext } from "../engine-context.ts";
import type { RotateSecretOptions } from "../store/installation-secrets.ts";

/** Replaces the installation's secret (URL-TOKENS). @throws PayIndexError `store_unavailable` */
export async function rotateSecret<Tx>(
  { secrets, emit: onEvent }: EngineContext<Tx>,
  rotation?: RotateSecretOptions,
): Promise<void> {
  const version = await secrets.rotate(rotation);
  onEvent({ event: "secret-rotated", version });
}
