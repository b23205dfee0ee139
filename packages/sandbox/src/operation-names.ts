/** The operations of the gateway that are no sales. They are not in the specification. */
export const operationNames = ["query", "cancel", "refund", "refund_query"] as const;

export type OperationName = (typeof operationNames)[number];
