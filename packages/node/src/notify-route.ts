import type { Gateway, Observe, RefusalWord } from "@pay-index/core";
import { send, sendMethod, sendWord, wordOfHost } from "./answer.ts";
import { readNotificationBody } from "./notification-body.ts";
import type { Route } from "./route.ts";

export interface NotifyRouteParts {
  readonly gateway: Gateway;
  readonly observe: Observe;
}

/** The gateway's server: one POST, one word back. What core does not see itself is told to the observer here. */
export function notifyRoute({ gateway, observe }: NotifyRouteParts): Route {
  const refused = (word: RefusalWord, message: string) =>
    observe({ event: "notification-refused", word, message });
  return {
    methods: "any",
    parts: 2,
    async answer({ request, response, path: [orderNumber = "", token = ""] }) {
      if (request.method !== "POST") {
        refused("method", "Notifications are taken by POST only.");
        sendMethod(response, ["POST"]);
        return;
      }
      const body = await readNotificationBody(request);
      if (body === undefined) return;
      send(response, await gateway.receive({ orderNumber, token, body }));
    },
    fail({ response }, error) {
      const word = wordOfHost(error);
      refused(word, `Another part of the shop failed on it${typeOf(error)}. Mount the payment router first.`);
      sendWord(response, word);
    },
  };
}

/** Never the message, which may quote the body. */
function typeOf(error: unknown): string {
  const type = error instanceof Error && "type" in error ? String(error.type) : "";
  return /^[a-z.]{1,40}$/.test(type) ? ` (${type})` : "";
}
