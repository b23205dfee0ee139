import { maskText } from "../mask/mask-text.ts";

const textLimit = 200;

/**
 * Returns the gateway's message for people, if it has one: code must never depend on it. Runs of digits are masked, because some servers
 * repeat the request.
 *
 * @param maskMore masks what else the gateway was sent, before the text is cut: a part of a token is nearly as good as all of it
 */
export function maskGatewayMessageText(
  message: unknown,
  maskMore: (text: string) => string = (text) => text,
): { text?: string } {
  if (typeof message !== "string" || message === "") return {};
  return {
    text: maskText(maskMore(message).replace(/\p{Cc}/gu, " "))
      .replace(/\d(?:[\s._-]{0,3}\d){6,}/g, "[digits]")
      .slice(0, textLimit)
      .toWellFormed(),
  };
}
