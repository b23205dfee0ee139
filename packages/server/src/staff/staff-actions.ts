import {
  type AttemptSummary,
  fromAmountText,
  type Gateway,
  isPayIndexError,
  type Money,
  type ReviewItem,
} from "@pay-index/core";
import { type RetryResult, toCancelResultFields, toQueryResultFields } from "@pay-index/core/adapter";
import {
  type CancelAnswer,
  cancelRequestSchema,
  type QueryAnswer,
  queryRequestSchema,
  type ResolveResult,
  refundRequestSchema,
  resolveAttemptRequestSchema,
  resolveRequestSchema,
} from "./action-schemas.ts";
import { noShopRefunds, onlyVisible, type StaffVisit, validId, visibility } from "./staff-reads.ts";
import { notFound, readRequest, StaffRefusal } from "./staff-refusal.ts";
import type { StaffGatewayRefund } from "./staff-schemas.ts";
import { toStaffGatewayRefund } from "./staff-views.ts";

/**
 * Runs one action for review items. An item that is not open any more, or that this person may not see, answers `not-run`.
 *
 * @throws StaffRefusal for one item, why it is still open. Several items answer it for each.
 */
export async function resolveReviewItems(
  visit: StaffVisit,
): Promise<{ readonly results: readonly ResolveResult[] }> {
  const input = readRequest(resolveRequestSchema, visit.body);
  if (input.action === "record-refund") requirePermission(visit, "refund");
  const items = await onlyVisible(visit, await visit.gateway.openReviewItems(input.ids));
  if (new Set(items.map(({ kind }) => kind)).size > 1) throw invalid("ids", "must be of one kind");
  const results = items.length === 0 ? [] : await runAction(visit, { ...input, items });
  return { results: input.ids.map((id) => results.find((each) => each.id === id) ?? { id, ...notRun }) };
}

const notRun = { outcome: "not-run", problem: null, dueAt: null } as const;
const done = { outcome: "done", problem: null, dueAt: null } as const;

interface ResolveInput extends ReturnType<typeof resolveRequestSchema.parse> {
  readonly items: readonly ReviewItem[];
}

async function runAction(visit: StaffVisit, input: ResolveInput): Promise<ResolveResult[]> {
  const { gateway, member } = visit;
  const { items, action, note } = input;
  const { operator } = member;
  const [first] = items;
  if (action === "retry") {
    const retried = await gateway.retryReviewItems({ reviewItemIds: items.map(({ id }) => id), operator });
    return retried.map(({ reviewItemId, result }) => ({ id: reviewItemId, ...toRetryFields(result) }));
  }
  if (action === "record-refund" && input.ids.length > 1)
    throw invalid("ids", "must be one ID, because each refund has its own amount");
  if (first !== undefined && (action === "record-refund" || input.ids.length === 1)) {
    await recordAction(visit, { ...input, action, attemptId: first.attemptId, reviewItemId: first.id });
    return [{ id: first.id, ...done }];
  }
  if (action === "record-refund") return [];
  const reviewItems = items.map(({ id, attemptId }) => ({ reviewItemId: id, attemptId }));
  const resolved = await gateway.resolveReviewItems({ reviewItems, action, note, operator });
  return resolved.map(({ reviewItemId: id, problem }) =>
    problem === undefined ? { id, ...done } : { id, outcome: "failed", problem, dueAt: null },
  );
}

function toRetryFields(result: RetryResult): Omit<ResolveResult, "id"> {
  return {
    outcome: result.outcome,
    problem: "problem" in result ? result.problem.message : null,
    dueAt: "dueAt" in result ? result.dueAt : null,
  };
}

/** Records an action about an attempt, and resolves its review items that the action concerns. */
export async function resolveAttempt(visit: StaffVisit): Promise<Record<string, never>> {
  const input = readRequest(resolveAttemptRequestSchema, visit.body);
  if (input.action === "record-refund") requirePermission(visit, "refund");
  await recordAction(visit, input);
  return {};
}

interface RecordedAction extends ReturnType<typeof resolveAttemptRequestSchema.parse> {
  readonly reviewItemId?: string;
}

async function recordAction(visit: StaffVisit, input: RecordedAction): Promise<void> {
  const { attemptId, action, note, cycle, refund, reviewItemId } = input;
  const { chargedAmount } = await findAttempt(visit, attemptId);
  await visit.gateway.resolveReviewItem({
    ...{ attemptId, action, note, operator: visit.member.operator },
    ...(reviewItemId !== undefined && { reviewItemId }),
    ...(cycle !== undefined && { cycle }),
    ...(refund !== undefined && {
      refund: {
        amount: toMoney(refund.amount, { currency: chargedAmount.currency, path: "refund.amount" }),
        reference: refund.reference,
      },
    }),
  });
}

/** Asks the gateway about attempts, and applies what it reports. A problem of one attempt does not stop the others. */
export async function queryAttempts(
  visit: StaffVisit,
): Promise<{ readonly results: readonly QueryAnswer[] }> {
  const { ids } = readRequest(queryRequestSchema, visit.body);
  const { gateway, member } = visit;
  // Without a limit to tenants, core answers about each attempt itself.
  const attemptIds = member.tenants === undefined ? ids : await listedOf(visit, ids);
  const answers = attemptIds.length === 0 ? [] : await gateway.queryAttempts({ attemptIds });
  const results = ids.map((id): QueryAnswer => {
    const { attemptId, ...answer } = answers.find((each) => each.attemptId === id) ?? unlisted(id);
    return { id: attemptId, ...toQueryResultFields(answer) };
  });
  return { results };
}

/** An attempt that this person may not see gets the same answer as one that does not exist. */
function unlisted(attemptId: string) {
  return { attemptId, outcome: "not-asked", reason: "attempt_unknown" } as const;
}

async function listedOf({ gateway, member }: StaffVisit, ids: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const id of ids) if ((await searchAttempt(gateway, id, member.tenants)) !== undefined) found.push(id);
  return found;
}

/** Refunds an attempt or a later cycle through the gateway. If the gateway refuses, the answer says why. */
export async function refundAttempt(visit: StaffVisit): Promise<{ readonly refund: StaffGatewayRefund }> {
  const { requestId, amount, reason, attemptId, cycle } = readRequest(refundRequestSchema, visit.body);
  const { reference, tenant, chargedAmount } = await findAttempt(visit, attemptId);
  const refund = await visit.gateway.refund({
    ...{ reference, tenant, attemptId, reason, idempotencyKey: requestId },
    operator: visit.member.operator,
    amount: toMoney(amount, { currency: chargedAmount.currency, path: "amount" }),
    ...(cycle !== undefined && { cycle }),
  });
  return { refund: toStaffGatewayRefund(refund, noShopRefunds) };
}

/** Asks the gateway to cancel the subscription that an attempt started. */
export async function cancelSubscription(visit: StaffVisit): Promise<CancelAnswer> {
  const { attemptId } = readRequest(cancelRequestSchema, visit.body);
  const { reference, tenant } = await findAttempt(visit, attemptId);
  const by = visit.member.operator;
  return toCancelResultFields(await visit.gateway.cancelSubscription({ reference, tenant, attemptId, by }));
}

/** Returns an attempt of a payment that the person may see. @throws StaffRefusal `not_found` */
async function findAttempt(visit: StaffVisit, attemptId: string): Promise<AttemptSummary> {
  const { host, member } = visit;
  // Other tenants than the person's can have charged a payment that the host says is visible.
  const tenants = host.visible === undefined ? member.tenants : undefined;
  const attempt = await searchAttempt(visit.gateway, validId(attemptId, "attempt"), tenants);
  if (attempt === undefined || !(await visibility(visit, [attempt]))(attempt)) throw notFound("attempt");
  return attempt;
}

async function searchAttempt(
  gateway: Gateway,
  attemptId: string,
  tenants: readonly string[] | undefined,
): Promise<AttemptSummary | undefined> {
  // Core refuses a longer text. No id is that long.
  if (attemptId === "" || attemptId.length > 200) return undefined;
  const { attempts } = await gateway.attempts({ text: attemptId, tenants });
  return attempts.find((each) => each.attemptId === attemptId);
}

/** @throws StaffRefusal if the text is not an amount of the currency */
export function toMoney(
  amount: string,
  { currency, path }: { readonly currency: string; readonly path: string },
): Money {
  try {
    return fromAmountText(amount.trim(), currency);
  } catch (error) {
    throw isPayIndexError(error, "money_invalid") ? invalid(path, error.message) : error;
  }
}

function invalid(path: string, message: string): StaffRefusal {
  const problems = [{ path, message }];
  return new StaffRefusal(400, "request_invalid", {
    message: `Nothing was changed. ${path}: ${message}`,
    problems,
  });
}

/** @throws StaffRefusal `permission_missing` */
export function requirePermission(
  { member }: Pick<StaffVisit, "member">,
  permission: StaffVisit["member"]["permissions"][number],
): void {
  if (member.permissions.includes(permission)) return;
  throw new StaffRefusal(403, "permission_missing", `You do not have the permission ${permission}.`);
}
