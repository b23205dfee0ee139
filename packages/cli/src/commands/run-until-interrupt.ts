import process from "node:process";
import { CommandError } from "../command-error.ts";
import type { ProgressBar } from "../output/progress-bar.ts";
import { writeNotice } from "../output/write-result.ts";

const signals = ["SIGINT", "SIGTERM"] as const;

/** Listens for Ctrl-C, and for the end of a container, until `end` is called. */
export interface InterruptListener {
  readonly signal: AbortSignal;
  end(): void;
}

/** The first Ctrl-C, or the end of a container, stops after the questions that are running, the second one at once. */
export function listenForInterrupt(progress: ProgressBar): InterruptListener {
  const controller = new AbortController();
  const stop = () => {
    if (!controller.signal.aborted) {
      controller.abort();
      return writeNotice(
        "Stopping after the questions that are running. Press Ctrl-C again to stop at once.",
      );
    }
    progress.end();
    // main.ts writes it, and ends the process.
    throw new CommandError(
      "interrupted",
      "interrupted at once. Questions that were running can have changed payments: run it again from the start.",
    );
  };
  for (const signal of signals) process.on(signal, stop);
  const end = () => {
    for (const signal of signals) process.off(signal, stop);
  };
  return { signal: controller.signal, end };
}

/** Runs work that Ctrl-C stops at once. Without this, the progress bar would leave the terminal without its cursor. */
export async function runUntilInterrupt<Result>(
  progress: ProgressBar,
  message: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const stop = () => {
    progress.end();
    // main.ts writes it, and ends the process.
    throw new CommandError("interrupted", message);
  };
  for (const signal of signals) process.once(signal, stop);
  try {
    return await work();
  } finally {
    progress.end();
    for (const signal of signals) process.off(signal, stop);
  }
}
