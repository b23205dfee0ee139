import { type ReviewItem, toAmountText } from "@pay-index/core";
import { type RetryResult, reviewKindNames } from "@pay-index/core/adapter";
import { CommandError, usageError } from "../command-error.ts";
import type { GatewayForCommands } from "../config/define-config.ts";
import { type OpenShopOptions, runWithShop } from "../config/open-shop.ts";
import { type OperatorOptions, readOperator } from "../input/read-operator.ts";
import { type ResolutionDetails, readCycle, readRecordedRefund } from "../input/read-resolution.ts";
import type { CommandResult } from "../output/command-result.ts";

/** The options of `pay-index review list`. */
export interface ReviewListOptions extends OpenShopOptions {
  readonly kind?: string;
  readonly reference?: string;
  readonly limit?: string;
}

/** The options of `pay-index review retry`. */
export interface ReviewRetryOptions extends OpenShopOptions, OperatorOptions {}

/** The options of `pay-index review resolve`. */
export interface ReviewResolveOptions extends OpenShopOptions, OperatorOptions, ResolutionDetails {
  readonly action: string;
  readonly note: string;
}

/** More than any shop has open. */
const everyItem = 100_000;

const actions = ["accept", "dismiss", "record-refund"] as const;

/** Lists the open review items. */
export function listReviewItems({
  kind,
  reference,
  limit = "100",
  ...shop
}: ReviewListOptions): Promise<CommandResult> {
  const highest = Number(limit);
  if (!Number.isSafeInteger(highest) || highest < 1)
    throw usageError("--limit must be a whole number, at least 1.");
  if (kind !== undefined && !reviewKindNames.some((each) => each === kind))
    throw usageError(`--kind must be one of ${reviewKindNames.join(", ")}.`);
  return runWithShop(shop, async ({ gateway }) => {
    const items = (await gateway.reviewItems(everyItem))
      .filter((item) => kind === undefined || item.kind === kind)
      .filter((item) => reference === undefined || item.reference === reference);
    const listed = items.slice(0, highest);
    return {
      exitCode: 0,
      data: { count: items.length, items: listed },
      lines: [
        ...listed.flatMap(describeItem),
        `${items.length} open review ${items.length === 1 ? "item" : "items"}${listed.length < items.length ? `, ${listed.length} displayed` : ""}.`,
      ],
    };
  });
}

/** Retries a review item. */
export function retryReviewItem(id: string, options: ReviewRetryOptions): Promise<CommandResult> {
  const operator = readOperator(options);
  return runWithShop(options, async ({ gateway }) => {
    const result = await gateway.retryReviewItem(id, { operator });
    return {
      exitCode: result.outcome === "done" ? 0 : 1,
      // An id that names no item can be a key.
      data: { ...(result.outcome === "not-run" ? {} : { reviewItemId: id }), ...result },
      lines: [describeRetry(result)],
    };
  });
}

/** Records an operator action for a review item. */
export function resolveReviewItem(id: string, options: ReviewResolveOptions): Promise<CommandResult> {
  const operator = readOperator(options);
  const action = actions.find((each) => each === options.action);
  if (action === undefined) throw usageError(`--action must be one of ${actions.join(", ")}.`);
  const cycle = readCycle(options);
  const refund = readRecordedRefund(options);
  return runWithShop(options, async ({ gateway }) => {
    const { attemptId, kind } = await findItem(gateway, id);
    const resolution = { attemptId, reviewItemId: id, action, operator, note: options.note };
    await gateway.resolveReviewItem({ ...resolution, ...cycle, ...refund });
    return {
      exitCode: 0,
      data: { reviewItemId: id, kind, attemptId, action },
      lines: [`Recorded ${action} for the review item ${kind} of the attempt ${attemptId}.`],
    };
  });
}

async function findItem(gateway: GatewayForCommands, id: string): Promise<ReviewItem> {
  const item = (await gateway.reviewItems(everyItem)).find((each) => each.id === id);
  if (item !== undefined) return item;
  throw new CommandError(
    "item_missing",
    // The id is not repeated: it can be a key.
    "There is no open review item with this id. It may be resolved by now. See pay-index review list.",
  );
}

function describeItem(item: ReviewItem): string[] {
  const { id, kind, reference, tenant, attemptId, cycle, createdAt, problem, requestedAmount } = item;
  const about = [
    `order ${reference}`,
    ...(tenant === "default" ? [] : [`tenant ${tenant}`]),
    `attempt ${attemptId}`,
    ...(cycle === undefined ? [] : [`cycle ${cycle}`]),
    ...(requestedAmount === undefined
      ? []
      : [`${toAmountText(requestedAmount)} ${requestedAmount.currency}`]),
    `since ${createdAt}`,
  ];
  return [`${kind}: ${about.join(", ")}`, `  ${problem.message} (${problem.code})`, `  id: ${id}`];
}

function describeRetry(result: RetryResult): string {
  switch (result.outcome) {
    case "done":
      return "Done: the review item is resolved.";
    case "failed":
      return `The retry failed, and the item is still open: ${result.problem.message}`;
    case "postponed":
      return `The retry failed, and runs again by itself at ${result.dueAt}: ${result.problem.message}`;
    case "not-run":
      return "Nothing was retried: there is no such item, it is resolved, or it is being processed.";
  }
}
