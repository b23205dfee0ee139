import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { SandboxControl } from "../control/sandbox-control.ts";

export type InspectorContext = Context<{ Bindings: HttpBindings }>;

/** What the pages of the desk are made from. They know nothing of the gateway but what its desk tells. */
export interface InspectorDependencies {
  readonly desk: SandboxControl;
  /** The address of this gateway. */
  readonly url: () => string;
  /** Where the buyer of a pending order goes on, as a path. */
  readonly buyerPage: (orderId: string, merchantId: string) => string | undefined;
}

/** Milliseconds that a button waits for what it began; the page shows the rest when it comes. */
const maxWaitMilliseconds = 1500;

/**
 * Waits for `work`, but not for a shop that is slow to answer: the page that follows shows how it went. Rejects when the
 * work is refused in that time.
 */
export async function waitBriefly(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, maxWaitMilliseconds);
  });
  // a refusal after that time is in the timeline, or in the log
  work.catch(() => undefined);
  try {
    await Promise.race([work, enough]);
  } finally {
    clearTimeout(timer);
  }
}
