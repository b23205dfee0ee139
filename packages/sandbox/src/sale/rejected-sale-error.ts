/** The request is not a sale (RES-ERROR). `message` names the field and its rule, and contains no value. */
export class RejectedSaleError extends Error {}
