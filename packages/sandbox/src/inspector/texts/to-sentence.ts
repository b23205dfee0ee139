/** Messages of errors are lines of a log; on a page they are sentences. */
export function toSentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}${message.endsWith(".") ? "" : "."}`;
}
