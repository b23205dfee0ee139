import { z } from "zod";
import type { EngineContext } from "../engine-context.ts";
import { readInput } from "../errors.ts";
import { lazily } from "../lazily.ts";
import type { Attempt } from "../payment/attempt.ts";
import { statesBestFirst } from "../payment/attempt-state.ts";
import type { Fact } from "../payment/fact.ts";
import { type GatewayRefundState, gatewayRefundsOf } from "../payment/gateway-refunds.ts";
import { recordedRefundsOf } from "../payment/recorded-refunds.ts";
import type { ReviewItem } from "../payment/review-item.ts";
import { cycleId } from "../payment/subscription/cycle.ts";
import type { ListedAttempt, RefundedCharge } from "../ports/staff-store.ts";
import type { Money } from "../protocol/money/money.ts";
import { amountOfReviewItem } from "../review/review-item-page.ts";
import { type AttemptSummary, summaryOf } from "./search-attempts.ts";

const periodSchema = lazily(() =>
  z.strictObject({
    /** The first instant of the period. */
    from: z.date(),
    /** The instant at which the period ends. It is not in the period. */
    before: z.date(),
    /** The tenants whose merchants take the money (ENG-SPAN). At most 20. Default: all. */
    tenants: z.array(z.string()).max(20).readonly().optional(),
  }),
);

/**
 * Selects the records of a period.
 *
 * @interface
 */
export type ExportPeriod = z.input<ReturnType<typeof periodSchema>>;

/** A refund that was recorded, or that goes through the gateway. */
export interface ExportedRefund {
  readonly attemptId: string;
  readonly reference: string;
  readonly tenant: string;
  readonly merchantTenant: string;
  /** The cycle of a subscription. 1 for every other refund. */
  readonly cycle: number;
  /** When it was recorded, when the gateway reported its end, or, while it has not ended, when it was asked for. ISO instant in UTC. */
  readonly at: string;
  /** `recorded`: an operator recorded it. The others: it goes through the gateway, or was made there. */
  readonly state: GatewayRefundState | "recorded";
  readonly amount: Money;
  /** The gateway's ID of the refund, or what the operator recorded instead. Undefined until the gateway names it. */
  readonly refundId: string | undefined;
  readonly requestId: string | undefined;
  readonly transactionId: string | undefined;
  /** The ID of the operator who recorded it or asked for it. Undefined if none did. */
  readonly operatorId: string | undefined;
}

/** A review item, open or resolved. */
export interface ExportedReviewItem {
  readonly item: ReviewItem;
  readonly merchantTenant: string;
  /** The charged amount, otherwise the amount that the attempt asked for. */
  readonly amount: Money;
}

/** The functions of `Gateway` that export a period. Each reads page by page, so that a long period needs no more memory. */
export interface ExportMethods {
  /**
   * Returns the attempts that started in the period, the newest first.
   *
   * @throws PayIndexError `query_invalid`, `store_unavailable`
   */
  exportAttempts(period: ExportPeriod): AsyncGenerator<AttemptSummary, void, undefined>;
  /**
   * Returns the refunds of attempts and of later cycles that were made or asked for in the period. Those of one charge come together.
   *
   * @throws PayIndexError `query_invalid`, `store_unavailable`
   */
  exportRefunds(period: ExportPeriod): AsyncGenerator<ExportedRefund, void, undefined>;
  /**
   * Returns the review items that opened in the period, also those that are resolved, the oldest first.
   *
   * @throws PayIndexError `query_invalid`, `store_unavailable`
   */
  exportReviewItems(period: ExportPeriod): AsyncGenerator<ExportedReviewItem, void, undefined>;
}

function readPeriod(period: ExportPeriod): ExportPeriod {
  const message = "This period cannot be exported.";
  return readInput(periodSchema(), period, { code: "query_invalid", message });
}

export const pageSize = 100;

/** Each page after the first begins after the last entry of the page before. */
export async function* pagesOf<Each>(readPage: (last: Each | undefined) => Promise<readonly Each[]>) {
  for (let last: Each | undefined; ; ) {
    const page = await readPage(last);
    yield page;
    if (page.length < pageSize) return;
    last = page.at(-1);
  }
}

export async function* exportAttempts({ store }: EngineContext, selected: ExportPeriod) {
  const { tenants, ...period } = readPeriod(selected);
  const selection = { states: statesBestFirst, tenants, period, limit: pageSize };
  const pages = pagesOf<ListedAttempt>((last) => store.listAttempts({ ...selection, after: last?.attempt }));
  for await (const page of pages)
    for (const { attempt, hasOpenReviewItems } of page) yield { ...summaryOf(attempt), hasOpenReviewItems };
}

export async function* exportRefunds(engine: EngineContext, selected: ExportPeriod) {
  const period = readPeriod(selected);
  for await (const charge of refundedCharges(engine, period)) yield* refundsOfPeriod(charge, period);
}

/** Returns the charges with a refund or a chargeback since the start of the period. */
export async function* refundedCharges(engine: EngineContext, period: ExportPeriod) {
  const start = { lastRefundAt: period.from.toISOString(), attemptId: "", number: 0 };
  // A charge with a new refund moves behind those that are not read, and is read again.
  const read = new Set<string>();
  for await (const page of pagesOf<RefundedCharge>((last) =>
    engine.store.listRefundedCharges(last ?? start, pageSize),
  )) {
    const charges = page.filter((charge) => !read.has(cycleId(charge)));
    for (const charge of charges) read.add(cycleId(charge));
    for (const [charge, attempt] of await withAttempts(engine, charges, period)) yield { ...charge, attempt };
  }
}

export async function* exportReviewItems(engine: EngineContext, selected: ExportPeriod) {
  const period = readPeriod(selected);
  const start = { createdAt: period.from.toISOString(), id: "" };
  const selection = { before: period.before, limit: pageSize };
  for await (const page of pagesOf<ReviewItem>((last) =>
    engine.store.listCreatedReviewItems({ ...selection, after: last ?? start }),
  ))
    for (const [item, attempt] of await withAttempts(engine, page, period)) {
      const { merchantTenant } = attempt;
      yield { item, merchantTenant, amount: amountOfReviewItem(attempt, item) };
    }
}

export function refundsOfPeriod(
  { attempt, number: cycle, facts }: { attempt: Attempt; number: number; facts: readonly Fact[] },
  { from, before }: ExportPeriod,
): ExportedRefund[] {
  const { attemptId, reference, tenant, merchantTenant } = attempt;
  return refundsOf(facts)
    .filter(({ at }) => new Date(at) >= from && new Date(at) < before)
    .map((refund) => ({ attemptId, reference, tenant, merchantTenant, cycle, ...refund }));
}

/** A refund that an operator recorded and the gateway reports is one refund. */
function refundsOf(facts: readonly Fact[]) {
  const ofGateway = gatewayRefundsOf(facts);
  const made = recordedRefundsOf(facts).map((refund) => {
    const reported = ofGateway.find(({ refundId }) => refundId === refund.reference);
    const state = reported?.state === "succeeded" ? ("succeeded" as const) : ("recorded" as const);
    return { ...refund, state, transactionId: reported?.transactionId, refundId: refund.reference };
  });
  const known = new Set<string | undefined>(made.map(({ refundId }) => refundId));
  const open = ofGateway
    .filter(({ state, refundId }) => state !== "succeeded" && !known.has(refundId))
    .map((refund) => ({ ...refund, at: refund.endedAt ?? refund.at }));
  return [...made, ...open].map(({ at, state, amount, refundId, requestId, transactionId, operator }) => ({
    ...{ at: new Date(at).toISOString(), state, amount, refundId, requestId, transactionId },
    operatorId: operator?.id,
  }));
}

/** Returns the records of the tenants with their attempts. A record that was forgotten meanwhile is left out. */
export async function withAttempts<Each extends { readonly attemptId: string }>(
  { store }: EngineContext,
  records: readonly Each[],
  { tenants }: Pick<ExportPeriod, "tenants">,
): Promise<readonly (readonly [Each, Attempt])[]> {
  const attempts = await store.findAttempts([...new Set(records.map(({ attemptId }) => attemptId))]);
  const byId = new Map(attempts.map((attempt) => [attempt.attemptId, attempt]));
  return records.flatMap((record) => {
    const attempt = byId.get(record.attemptId);
    const isSelected = attempt !== undefined && (tenants?.includes(attempt.merchantTenant) ?? true);
    return isSelected ? [[record, attempt] as const] : [];
  });
}
