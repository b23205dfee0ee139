import process from "node:process";
import { CommandError } from "../command-error.ts";
import type { ProgressBar } from "../output/progress-bar.ts";
import { writeNotice } from "../output/write-result.ts";

/**
 * Runs work with a signal. The first Ctrl-C, or the end of a container, aborts the signal, so that the work stops after
 * the questions that are running. The second one stops at once.
 */
export function runWithInterruptSignal<Result>(
  progress: ProgressBar,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const { signal } = controller;
  const stop = () => {
    if (signal.aborted)
      endNow(
        progress,
        "interrupted at once. Questions that were running can have changed payments: run it again from the start.",
      );
    controller.abort();
    writeNotice("Stopping after the questions that are running. Press Ctrl-C again to stop at once.");
  };
  return runWithListener(progress, stop, () => work(signal));
}

/** Runs work that Ctrl-C stops at once. Without this, the progress bar would leave the terminal without its cursor. */
export function runUntilInterrupt<Result>(
  progress: ProgressBar,
  message: string,
  work: () => Promise<Result>,
): Promise<Result> {
  return runWithListener(progress, () => endNow(progress, message), work);
}

async function runWithListener<Result>(
  progress: ProgressBar,
  stop: () => void,
  work: () => Promise<Result>,
): Promise<Result> {
  const signals = ["SIGINT", "SIGTERM"] as const;
  for (const signal of signals) process.on(signal, stop);
  try {
    return await work();
  } finally {
    progress.end();
    for (const signal of signals) process.off(signal, stop);
  }
}

/** Throws an error that main.ts writes before it ends the process. */
function endNow(progress: ProgressBar, message: string): never {
  progress.end();
  throw new CommandError("interrupted", message);
}
