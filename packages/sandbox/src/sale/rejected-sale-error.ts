/** RES-ERROR: the submission is not a sale; `message` says which field broke which rule and holds no value of it. */
export class RejectedSaleError extends Error {}
