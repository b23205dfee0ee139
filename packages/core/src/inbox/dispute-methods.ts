import type { EngineContext } from "../engine-context.ts";
import type { DisputeWebhookAddress } from "../events/pay-index-event.ts";
import { deriveDisputeWebhooks } from "../links/dispute-webhooks.ts";
import type { RunInBackground } from "../platform.ts";
import type { HttpReply } from "../protocol/notification/http-reply.ts";
import { type DisputeRequest, receiveDispute } from "./receive-dispute.ts";

/** The functions of `Gateway` for the dispute webhook. */
export interface DisputeMethods {
  /**
   * Stores a message of a dispute webhook, applies it, and returns the HTTP reply (DSP-RECEIVE). Never throws. Refuses as `receive` does.
   * Without the option `operations.disputeWebhook`, every address is unknown.
   */
  receiveDispute(request: DisputeRequest): Promise<HttpReply>;
  /**
   * Returns the addresses of the merchants' dispute webhooks, for the gateway's back office. Each contains a secret token. Empty without the
   * option `operations.disputeWebhook`.
   *
   * @param scope `tenants`: whose webhooks. Default: all merchants of the options. Required if the option `merchants` is a function
   * @throws PayIndexError `store_unavailable`, `merchants_unavailable`
   */
  disputeWebhooks(scope?: {
    readonly tenants?: readonly string[];
  }): Promise<readonly DisputeWebhookAddress[]>;
}

/** Creates the functions. The caller tracks their calls. */
export function createDisputeMethods<Tx>(
  engine: EngineContext<Tx>,
  runInBackground: RunInBackground,
): DisputeMethods {
  return {
    receiveDispute: (request) => receiveDispute(engine, request, runInBackground),
    disputeWebhooks: (scope = {}) => deriveDisputeWebhooks(engine, scope.tenants),
  };
}
