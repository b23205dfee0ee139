import type { EngineContext } from "../engine-context.ts";
import { PayIndexError } from "../errors.ts";
import { waitAtMost } from "../platform.ts";
import type { RunHook } from "../ports/orders.ts";

/** Returns the function with which a host calls the functions of the shop (ENG-HOOK-LIMIT). */
export function createHookRunner(engine: Pick<EngineContext, "platform" | "settings">): RunHook {
  const { hookTimeout } = engine.settings;
  return async (name, hook) => {
    const returned = hook();
    if (!isPromiseLike(returned)) return returned;
    const running = Promise.resolve(returned).then((result) => ({ result }));
    const ended = await waitAtMost(engine.platform, hookTimeout * 1000, running);
    if (ended !== undefined) return ended.result;
    throw new PayIndexError(
      "hook_timeout",
      `${name} did not end within ${hookTimeout} seconds, so its transaction was rolled back, and it runs again. Find out what it waits for. ` +
        "In the database of the shop, it must use the transaction that it gets.",
    );
  };
}

function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return typeof (Object(value) as { readonly then?: unknown }).then === "function";
}
