import type { Fault } from "../faults/fault.ts";
import { corruptSign } from "../notifier/notification-body.ts";
import type { OperationName } from "../operation-names.ts";
import {
  cutResponse,
  createBadGatewayHtmlResponse,
  type WireResponse,
} from "../sale-endpoint/sale-response.ts";
import type { ReplyFields } from "./operation.ts";

/** Returns the faults that affect a call of this operation. */
export function filterFaultsForOperation(all: readonly Fault[], operation: OperationName): readonly Fault[] {
  return all.filter((fault) => {
    switch (fault.kind) {
      case "lost_call":
      case "broken_reply":
      case "slow_reply":
        return (fault.operation ?? operation) === operation;
      case "query_state":
      case "query_amount":
        return operation === "query";
      case "refuse_refund":
      case "early_dispute":
        return operation === "refund";
      default:
        return false;
    }
  });
}

/** Returns the fields of a reply as the faults change them, before they are signed. */
export function changeReplyFields(fields: ReplyFields, faults: readonly Fault[]): ReplyFields {
  let changed = fields;
  for (const fault of faults) {
    if (fault.kind === "query_state") changed = { ...changed, trade_state: fault.state };
    if (fault.kind === "query_amount") changed = { ...changed, true_amount: fault.trueAmount };
    if (fault.kind !== "broken_reply") continue;
    if (fault.as === "other_order") changed = { ...changed, orderid: `${changed.orderid}-0` };
    if (fault.as === "no_currency") {
      const { currency: _currency, ...others } = changed;
      changed = others;
    }
  }
  return changed;
}

/** Returns a signed reply as the faults change its sign. */
export function changeReplySign({ sign, ...fields }: ReplyFields, faults: readonly Fault[]): ReplyFields {
  if (hasBrokenReply(faults, "unsigned")) return fields;
  return {
    ...fields,
    sign: hasBrokenReply(faults, "wrong_sign") ? corruptSign(String(sign)) : (sign ?? null),
  };
}

/** Returns the reply as it is sent with the faults. */
export function breakReply(answer: WireResponse, faults: readonly Fault[]): WireResponse {
  if (faults.some(({ kind }) => kind === "lost_call")) return cutResponse;
  return hasBrokenReply(faults, "html") ? createBadGatewayHtmlResponse() : answer;
}

function hasBrokenReply(faults: readonly Fault[], as: string): boolean {
  return faults.some((fault) => fault.kind === "broken_reply" && fault.as === as);
}
