import { z } from "zod";
import { readInput } from "../../errors.ts";
import { lazily } from "../../lazily.ts";
import type { ReviewAlertKind } from "../../payment/alert.ts";
import { type Attempt, attemptSchema } from "../../payment/attempt.ts";
import { factSchema, type NotificationFact } from "../../payment/fact.ts";
import { type Job, jobSchema } from "../../payment/job.ts";
import { type PaymentLink, paymentLinkSchema } from "../../payment/payment-link.ts";
import { type ReviewItem, reviewItemSchema } from "../../payment/review-item.ts";
import { type Cycle, cycleSchema } from "../../payment/subscription/cycle.ts";
import type { InboxEntry, UsedTransaction } from "../../ports/store.ts";
import type { SqlRow } from "./driver.ts";

/*
 * Records are JSON text and not a JSON column: text comes back as it went in, key order, NUL and all.
 * Every read function throws PayIndexError `record_unreadable`.
 */

const inboxEntrySchema = lazily(() =>
  z.object({
    version: z.literal(1),
    tenant: z.string(),
    reference: z.string(),
    attemptId: z.string(),
    receivedAt: z.iso.datetime(),
    fact: factSchema().refine((fact) => fact.source === "notification", "is not a notification"),
  }),
);

export function attemptFromRow(row: SqlRow): Attempt {
  return parseRecord(attemptSchema(), `Attempt ${row.id ?? ""}`, parseJson(row.record));
}

export function cycleFromRow(row: SqlRow): Cycle {
  return parseRecord(cycleSchema(), `A cycle of attempt ${row.id ?? ""}`, parseJson(row.record));
}

export function linkFromRow(row: SqlRow): PaymentLink {
  return parseRecord(paymentLinkSchema(), `Payment link ${row.id ?? ""}`, parseJson(row.record));
}

export function linkRow(link: PaymentLink) {
  const { linkId: link_id, tenant, reference } = link;
  return { link_id, tenant, reference, record: JSON.stringify(link) };
}

export function transactionRow({ attemptId, transactionId, usedFor }: UsedTransaction) {
  const use = usedFor === "refunded" ? { cycle: null, refunded: 1 } : { cycle: usedFor, refunded: 0 };
  return { attempt_id: attemptId, transaction_id: transactionId, ...use };
}

/** Reads a row of `buildLoadStatement`. */
export function transactionFromRow(row: SqlRow): UsedTransaction {
  return {
    attemptId: String(row.id),
    transactionId: String(row.at),
    usedFor: Number(row.refunded) === 1 ? "refunded" : Number(row.cycle),
  };
}

export function notificationRecordJson(entry: InboxEntry): string {
  const { tenant, reference, attemptId, receivedAt, fact } = entry;
  return JSON.stringify({ version: 1, tenant, reference, attemptId, receivedAt, fact });
}

export function notificationFromRow(row: SqlRow): InboxEntry {
  const { version, receivedAt, fact, ...rest } = parseRecord(
    inboxEntrySchema(),
    `Notification ${row.id}`,
    parseJson(row.record),
  );
  // The schema has refused every other source.
  return { id: String(row.id), ...rest, receivedAt: new Date(receivedAt), fact: fact as NotificationFact };
}

/** Returns the row of a job. `jobFromRow` reverses it. */
export function jobRow(job: Job) {
  return {
    ...causeColumns(job),
    due_at: new Date(job.dueAt).toISOString(),
    tries: job.tries,
    problem: toJsonOrNull(job.problem),
    outcome: toJsonOrNull(job.outcome),
  };
}

export function jobFromRow(row: SqlRow): Job {
  return parseRecord(jobSchema(), `Job ${row.id}`, {
    ...causeFields(row),
    dueAt: row.due_at,
    tries: row.tries,
    ...jsonField("problem", row.problem),
    ...jsonField("outcome", row.outcome),
  });
}

/** Returns the row of a review item. `reviewItemFromRow` reverses it. */
export function reviewItemRow(item: ReviewItem) {
  const { jobId, problem, noResult, requestedAmount, resolution } = item;
  return {
    ...causeColumns(item),
    job_id: jobId ?? null,
    resolution: toJsonOrNull(resolution),
    record: JSON.stringify({ problem, noResult, requestedAmount }),
    // A row is written when its item opens.
    alert: "review-item-opened" satisfies ReviewAlertKind,
    alert_since: new Date(item.createdAt).toISOString(),
  };
}

/** The columns that a job and a review item share. `causeFields` reverses it. */
function causeColumns(cause: Job | ReviewItem) {
  const { id, kind, tenant, reference, status } = cause;
  const [attempt_id, dedupe_key] = [cause.attemptId, cause.dedupeKey];
  const created_at = new Date(cause.createdAt).toISOString();
  return {
    id,
    kind,
    tenant,
    reference,
    attempt_id,
    cycle: cause.cycle ?? null,
    dedupe_key,
    status,
    created_at,
  };
}

function toJsonOrNull(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

export function reviewItemFromRow(row: SqlRow): ReviewItem {
  const name = `Review item ${row.id}`;
  return parseRecord(reviewItemSchema(), name, {
    ...parseRecord(z.looseObject({}), name, parseJson(row.record)),
    ...causeFields(row),
    ...(row.job_id === null ? {} : { jobId: row.job_id }),
    ...jsonField("resolution", row.resolution),
  });
}

function causeFields(row: SqlRow) {
  const { id, kind, tenant, reference, status } = row;
  const named = { attemptId: row.attempt_id, dedupeKey: row.dedupe_key, createdAt: row.created_at };
  return {
    id,
    kind,
    tenant,
    reference,
    status,
    ...named,
    ...(row.cycle === null ? {} : { cycle: row.cycle }),
  };
}

function jsonField(name: string, text: unknown): Record<string, unknown> {
  return text === null || text === undefined ? {} : { [name]: parseJson(text) };
}

/** Returns null for text that is not JSON: no schema of a record or a field accepts null. */
export function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return null;
  }
}

export function parseRecord<Schema extends z.ZodType>(
  schema: Schema,
  name: string,
  record: unknown,
): z.infer<Schema> {
  const message = `${name} in the store cannot be read by this release.`;
  return readInput(schema, record, { code: "record_unreadable", message });
}
