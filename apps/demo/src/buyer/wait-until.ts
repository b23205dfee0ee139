import { setTimeout as pause } from "node:timers/promises";

const pollIntervalMs = 20;

/** Repeats a function until it returns a value. @throws Error that names the awaited result after the timeout */
export async function waitUntil<Answer>(
  what: string,
  ask: () => Answer | undefined | Promise<Answer | undefined>,
  seconds = 15,
): Promise<Answer> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > end) throw new Error(`waited ${seconds} s for ${what}`);
    await pause(pollIntervalMs);
  }
}
