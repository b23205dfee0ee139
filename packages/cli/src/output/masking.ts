import { inspect } from "node:util";
import { maskCardNumbers, maskText, showControlCharacters } from "@pay-index/core/adapter";

/** A shorter text would be replaced inside of words. */
const shortestSecret = 6;
const secrets = new Set<string>();

/** Replaces a key by `***` in everything that is written from now on. */
export function registerSecretToMask(key: string): void {
  for (const text of [key, key.trim()]) if (text.length >= shortestSecret) secrets.add(text);
}

/** Masks what no command displays: the keys of this run, and possible card numbers. */
export function maskOutput(text: string): string {
  const longestFirst = [...secrets].sort((one, other) => other.length - one.length);
  return maskCardNumbers(longestFirst.reduce((rest, secret) => rest.replaceAll(secret, "***"), text));
}

/** Masks a line for people, and shows the control characters in it, so that no text of a message controls the terminal. */
export function maskLine(line: string): string {
  return showControlCharacters(maskOutput(line));
}

/** Returns the text of an error of other code, such as the shop's, without passwords, e-mail addresses and long numbers. */
export function maskedErrorText(error: unknown): string {
  if (error instanceof Error) return maskText(error.message);
  return maskText(
    typeof error === "string" ? error : inspect(error, { breakLength: Number.POSITIVE_INFINITY }),
  );
}
