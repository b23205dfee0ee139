import { type ErrorCode, isPayIndexError, type Problem } from "@pay-index/core";
import {
  invalidRefundRequestText,
  problemsOfSchemaIssues,
  resolutionErrorText,
  type z,
} from "@pay-index/core/adapter";
import type { StaffErrorBody } from "./staff-schemas.ts";

/** The codes of the staff API's own refusals. Others are codes of core. */
export type StaffRefusalCode =
  | "signed_out"
  | "permission_missing"
  | "not_found"
  | "method_not_allowed"
  | "request_invalid"
  | "link_not_sent"
  | "failure";

/** Why the staff API refused a request. Never contains what another tenant has. */
export class StaffRefusal extends Error {
  override readonly name = "StaffRefusal";
  /** The HTTP status of the answer. */
  readonly status: number;
  readonly body: { readonly error: StaffErrorBody };

  constructor(
    status: number,
    code: StaffRefusalCode | ErrorCode,
    details: string | { readonly message: string; readonly problems: readonly Problem[] },
  ) {
    const { message, problems } = typeof details === "string" ? { message: details, problems: [] } : details;
    super(message);
    this.status = status;
    this.body = { error: { code, message, problems: [...problems] } };
  }
}

export function notFound(what: string): StaffRefusal {
  return new StaffRefusal(404, "not_found", `There is no such ${what}.`);
}

/** Returns the request as the schema reads it. @throws StaffRefusal `request_invalid` */
export function readRequest<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  const { success, data, error } = schema.safeParse(given);
  if (success) return data;
  const problems = problemsOfSchemaIssues(error.issues);
  throw new StaffRefusal(400, "request_invalid", { message: "The request cannot be used.", problems });
}

/** The HTTP status of core's refusals. Other errors are failures. */
const statusByCode: Partial<Readonly<Record<ErrorCode, number>>> = {
  resolution_invalid: 400,
  refund_invalid: 400,
  query_invalid: 400,
  money_invalid: 400,
  sale_invalid: 400,
  operation_disabled: 400,
  subscription_missing: 400,
  merchant_missing: 400,
  link_invalid: 400,
  amount_below_minimum: 400,
  attempt_unknown: 404,
  link_outdated: 409,
  review_item_outdated: 409,
  store_unavailable: 503,
  merchants_unavailable: 503,
  gateway_closed: 503,
};

/** Returns the refusal for an error of core. Undefined: it is a failure of the shop, which the host must report. */
export function toStaffRefusal(error: unknown): StaffRefusal | undefined {
  if (error instanceof StaffRefusal) return error;
  if (!isPayIndexError(error)) return undefined;
  const { code, problems } = error;
  const status = statusByCode[code];
  if (status === undefined) return undefined;
  return new StaffRefusal(status, code, { message: textOf(error), problems });
}

function textOf(error: {
  readonly code: ErrorCode;
  readonly message: string;
  readonly problems: readonly Problem[];
}) {
  if (error.code === "refund_invalid") return invalidRefundRequestText(error);
  return error.code === "resolution_invalid" ? resolutionErrorText(error) : error.message;
}
