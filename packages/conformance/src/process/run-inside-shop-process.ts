import { inspect } from "node:util";
import type { PayIndexEvent } from "@pay-index/core";
import { isEventOfKillStep, type KillStep } from "./kill-steps.ts";
import { moveClock, setClock } from "./move-clock.ts";
import type { CallMessage, StartMessage } from "./process-messages.ts";

export { OrdersBeingPlaced } from "./orders-being-placed.ts";
export { replyToCancelRequest } from "./reply-to-cancel-request.ts";
export { sweepUntilDone } from "./sweep-until-done.ts";

/** The functions that the driver calls in its shop, by name. Arguments and answers are sent as JSON. */
type ShopCalls = Readonly<Record<string, (...input: never[]) => unknown>>;

/** A shop that runs in its process. */
export interface RunningShop<Ready> {
  /** The data that the driver receives, above all the port. A restarted shop gets it as `before`. */
  readonly ready: Ready;
  readonly calls: ShopCalls;
  /** Stops the shop gracefully, as on SIGTERM. */
  close(): Promise<void>;
}

/** The input of a shop's process. */
export interface ShopStartInput<Given, Ready> {
  /** The input from the driver, the same at each start of the shop. */
  readonly given: Given;
  /** The `ready` value of the shop's first start. */
  readonly before: Ready | undefined;
  /** The adapter's `onEvent`: prints each event as a line of JSON, and kills the process at the requested step. */
  readonly onEvent: (event: PayIndexEvent) => void;
}

/**
 * Runs a shop in a process that a `ShopProcess` has forked. The process ends with the driver's process.
 *
 * @param options.isReusable whether the process can open another shop after it closed one. That is faster than another process,
 * which a shop still gets after it was killed or restarted.
 */
export function runInsideShopProcess<Given, Ready>(
  open: (life: ShopStartInput<Given, Ready>) => Promise<RunningShop<Ready>>,
  { isReusable = false }: { readonly isReusable?: boolean } = {},
): void {
  process.on("disconnect", () => process.exit());
  let calls: ShopCalls = {};
  process.on("message", async (message: StartMessage | CallMessage) => {
    if ("id" in message) return answerCall(calls, message);
    try {
      const shop = await openShop(open, message);
      calls = shop.calls;
      process.send?.({ ready: shop.ready, isReusable });
    } catch (error) {
      process.send?.({ error: inspect(error) });
    }
  });
}

async function openShop<Given, Ready>(
  open: (life: ShopStartInput<Given, Ready>) => Promise<RunningShop<Ready>>,
  { given, before, ahead }: StartMessage,
) {
  let deadly: KillStep | undefined;
  const onEvent = (event: PayIndexEvent) => {
    process.stdout.write(`${JSON.stringify(event)}\n`);
    if (deadly !== undefined && isEventOfKillStep(deadly, event)) process.kill(process.pid, "SIGKILL");
  };
  setClock(ahead);
  const shop = await open({ given: given as Given, before: before as Ready | undefined, onEvent });
  const calls = {
    ...shop.calls,
    moveClock,
    printMark: (mark: string) => {
      for (const stream of [process.stdout, process.stderr]) stream.write(mark);
    },
    killAfter: (step: KillStep | undefined) => {
      deadly = step;
    },
    close: () => shop.close(),
  };
  return { ready: shop.ready, calls };
}

async function answerCall(calls: ShopCalls, { id, name, input }: CallMessage): Promise<void> {
  try {
    const call = calls[name];
    if (call === undefined) throw new Error(`the shop answers to no ${name}`);
    process.send?.({ id, answer: await call(...(input as never[])) });
  } catch (error) {
    process.send?.({ id, error: inspect(error) });
  }
}
