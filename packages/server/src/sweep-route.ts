import { createHash, timingSafeEqual } from "node:crypto";
import type { EventHandler, Gateway } from "@pay-index/core";
import { toEventError } from "@pay-index/core/adapter";
import { refusalReply } from "@pay-index/core/protocol";
import { jsonReply, refusalCodeOf } from "./http-replies.ts";
import type { Route } from "./route.ts";

interface SweepRouteDependencies {
  readonly gateway: Pick<Gateway, "sweep">;
  readonly onEvent: EventHandler;
  readonly cronSecret: string;
}

/** Creates the route for a cron: `/sweep`, with `Authorization: Bearer <secret>`. The reply says what one round has processed. */
export function createSweepRoute({ gateway, onEvent, cronSecret }: SweepRouteDependencies): Route {
  const expected = digestOf(`Bearer ${cronSecret}`);
  return {
    // Vercel calls with GET, others with POST.
    methods: ["GET", "POST"],
    parts: 0,
    ignoresTrailingSlash: true,
    async answer({ request }) {
      const isPermitted = timingSafeEqual(digestOf(request.headers.authorization ?? ""), expected);
      return isPermitted ? jsonReply(200, await gateway.sweep()) : jsonReply(401, { error: "unauthorized" });
    },
    fail(_, error) {
      onEvent({ event: "tick-failed", error: toEventError(error) });
      return refusalReply(refusalCodeOf(error));
    },
  };
}

/** Digests have one length, which a comparison in constant time needs. */
function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
