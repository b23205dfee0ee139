import type { Fault, FaultKind } from "../faults/fault.ts";
import { corruptSign } from "../notifier/notification-body.ts";
import type { OperationName } from "../operation-names.ts";
import {
  createBadGatewayHtmlResponse,
  cutResponse,
  type WireResponse,
} from "../sale-endpoint/sale-response.ts";
import type { ReplyFields } from "./operation.ts";

/** The operation that a fault affects. `named`: the one that the fault names, or every operation. */
const operationByFault: Partial<Record<FaultKind, OperationName | "named">> = {
  lost_call: "named",
  broken_reply: "named",
  slow_reply: "named",
  query_state: "query",
  query_amount: "query",
  refuse_refund: "refund",
  early_dispute: "refund",
};

/** Returns the faults that affect a call of this operation. */
export function filterFaultsForOperation(all: readonly Fault[], operation: OperationName): readonly Fault[] {
  return all.filter((fault) => {
    const named = "operation" in fault ? fault.operation : undefined;
    const affected = operationByFault[fault.kind];
    return (affected === "named" ? (named ?? operation) : affected) === operation;
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
