import { onTestFinished, vi } from "vitest";
import type { Any } from "./any.mts";

/**
 * Medusa fails where it is about to call this method, as if its process ended there, until the test ends or somebody calls
 * the function that this returns.
 */
export function failAt(
  service: Any,
  method: string,
  isMeant: (given: Any[]) => boolean = () => true,
): () => void {
  const own = service[method].bind(service);
  const spy = vi.spyOn(service, method).mockImplementation(async (...given: Any[]) => {
    if (isMeant(given)) throw new Error("The process ended.");
    return own(...given);
  });
  onTestFinished(() => void spy.mockRestore());
  return () => void spy.mockRestore();
}
