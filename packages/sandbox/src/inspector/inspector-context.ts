import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { SandboxControl } from "../control/sandbox-control.ts";

export type InspectorRequestContext = Context<{ Bindings: HttpBindings }>;

/** The dependencies of the inspector's pages. They reach the gateway only through its control. */
export interface InspectorDependencies {
  readonly control: SandboxControl;
  /** Returns the address of this gateway. */
  readonly url: () => string;
  /** Returns the path at which the buyer of a pending order continues. */
  readonly buyerPage: (orderId: string, merchantId: string) => string | undefined;
}

/** Milliseconds that a button waits for its result. The page displays a later result when it arrives. */
const maxWaitMilliseconds = 1500;

/**
 * Waits for `work`, but not for a slow shop: the following page displays the result. Rejects if the work is refused in
 * that time.
 */
export async function waitBrieflyForWork(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, maxWaitMilliseconds);
  });
  // A later refusal appears in the timeline or in the log.
  work.catch(() => undefined);
  try {
    await Promise.race([work, enough]);
  } finally {
    clearTimeout(timer);
  }
}
