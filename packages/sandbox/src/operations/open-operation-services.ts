import { DisputeSender, type DisputeSenderDependencies } from "../disputes/dispute-sender.ts";
import { DisputeWebhooks } from "../disputes/dispute-webhooks.ts";
import type { SqliteDataFile } from "../orders/sqlite-data-file.ts";
import { RefundStore } from "../refunds/refund-store.ts";
import { Refunds, type RefundsDependencies } from "../refunds/refunds.ts";
import { OperationEndpoint, type OperationEndpointDependencies } from "./operation-endpoint.ts";

type OperationServicesDependencies = Omit<
  DisputeSenderDependencies & RefundsDependencies & OperationEndpointDependencies,
  "webhooks" | "disputes" | "refunds" | "refundStore"
> & { readonly data: SqliteDataFile; readonly allowNotifyHosts: readonly string[] };

/** Creates what the gateway does besides sales: refunds, disputes, and the calls of shops. */
export function openOperationServices(parts: OperationServicesDependencies) {
  const { data, own, allowNotifyHosts } = parts;
  const webhooks = new DisputeWebhooks(data, { own, allowedHosts: allowNotifyHosts });
  const disputes = new DisputeSender({ ...parts, webhooks });
  const refunds = new Refunds({ ...parts, disputes, refundStore: new RefundStore(data) });
  const operations = new OperationEndpoint({ ...parts, refunds });
  return { webhooks, disputes, refunds, operations };
}
