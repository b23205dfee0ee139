import process from "node:process";
import { Presets, SingleBar } from "cli-progress";
import type { OutputStyle } from "./write-result.ts";

/** Displays how far a long command is. */
export interface ProgressBar {
  /** Displays `done` of `total`, and what is being worked on. */
  show(done: number, total: number, text: string): void;
  end(): void;
}

const silent: ProgressBar = { show: () => undefined, end: () => undefined };

/** Creates a progress bar on stderr. Without a terminal, or with JSON, it displays nothing. */
export function createProgressBar({ json }: Pick<OutputStyle, "json">): ProgressBar {
  if (json || !process.stderr.isTTY) return silent;
  const format = "{bar} {percentage} %  {text}";
  const bar = new SingleBar({ format, stream: process.stderr, hideCursor: true }, Presets.rect);
  let isStarted = false;
  return {
    show(done, total, text) {
      if (!isStarted) bar.start(total, done, { text });
      isStarted = true;
      bar.setTotal(total);
      bar.update(done, { text });
    },
    end: () => bar.stop(),
  };
}
