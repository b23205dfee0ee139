import { setTimeout as pause } from "node:timers/promises";

const pollIntervalMs = 20;

/** Asks again and again until there is an answer. @throws Error that names what was waited for, once the time is up */
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
