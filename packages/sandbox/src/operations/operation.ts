import type { Fault } from "../faults/fault.ts";
import type { OperationName } from "../operation-names.ts";
import type { Order } from "../orders/order.ts";
import type { GatewayBehaviour } from "../quirks/quirk.ts";

export interface OperationPathAndFields {
  /** The last part of its path, after `/pay/trade/` (OPS-PATH). */
  readonly path: string;
  /** Another path that the profile `lenient` accepts. */
  readonly lenientPath?: string;
  /** The fields of a call that are signed, besides their order (OPS-SIGN). */
  readonly signedFields: readonly string[];
  /** A field that the profile `lenient` accepts as signed in addition, with this value, whether or not it is sent. */
  readonly lenientSignedField?: readonly [name: string, value: string];
}

/** A total map: an operation without a path does not compile. */
export const operationPathsAndFields: Readonly<Record<OperationName, OperationPathAndFields>> = {
  query: { path: "query", signedFields: ["pay_memberid", "pay_orderid"] },
  cancel: {
    path: "subscribeCancel",
    signedFields: ["pay_memberid", "pay_orderid"],
    lenientSignedField: ["pay_bankcode", "901"],
  },
  refund: { path: "refund", signedFields: ["pay_memberid", "transaction_id", "pay_orderid"] },
  refund_query: {
    path: "refundQuery",
    lenientPath: "queryRefund",
    signedFields: ["pay_memberid", "pay_orderid"],
  },
};

/** One call of an operation about an order. */
export interface OperationCall {
  readonly order: Order;
  readonly form: ReadonlyMap<string, string>;
  readonly behaviour: GatewayBehaviour;
  /** The faults that affect this call. */
  readonly faults: readonly Fault[];
}

export type ReplyFields = Readonly<Record<string, string | number | null>>;

/** The reply to a call, before it is signed. */
export interface OperationReply {
  /** Without `memberid`, `orderid` and `sign`, which all replies have. */
  readonly fields: ReplyFields;
  /** What happened, for the timeline. */
  readonly says: string;
}
