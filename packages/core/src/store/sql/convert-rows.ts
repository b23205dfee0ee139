import { z } from "zod";
import { PayIndexError, problemsOfSchemaIssues } from "../../errors.ts";
import { lazily } from "../../lazily.ts";
import { type Attempt, attemptSchema } from "../../payment/attempt.ts";
import { factSchema, type NotificationFact } from "../../payment/fact.ts";
import { type Job, jobSchema } from "../../payment/job.ts";
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

export function notificationRecordJson({
  tenant,
  reference,
  attemptId,
  receivedAt,
  fact,
}: InboxEntry): string {
  return JSON.stringify({
    version: 1,
    tenant,
    reference,
    attemptId,
    receivedAt: receivedAt.toISOString(),
    fact,
  });
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
    id: job.id,
    kind: job.kind,
    tenant: job.tenant,
    reference: job.reference,
    attempt_id: job.attemptId,
    cycle: job.cycle ?? null,
    dedupe_key: job.dedupeKey,
    status: job.status,
    due_at: new Date(job.dueAt).toISOString(),
    created_at: new Date(job.createdAt).toISOString(),
    tries: job.tries,
    problem: job.problem === undefined ? null : JSON.stringify(job.problem),
    outcome: job.outcome === undefined ? null : JSON.stringify(job.outcome),
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
  const { problem, noResult, requestedAmount } = item;
  return {
    id: item.id,
    kind: item.kind,
    tenant: item.tenant,
    reference: item.reference,
    attempt_id: item.attemptId,
    cycle: item.cycle ?? null,
    dedupe_key: item.dedupeKey,
    job_id: item.jobId ?? null,
    status: item.status,
    created_at: new Date(item.createdAt).toISOString(),
    resolution: item.resolution === undefined ? null : JSON.stringify(item.resolution),
    record: JSON.stringify({ problem, noResult, requestedAmount }),
  };
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

/** The columns that a job and a review item share. */
function causeFields(row: SqlRow) {
  return {
    id: row.id,
    kind: row.kind,
    tenant: row.tenant,
    reference: row.reference,
    attemptId: row.attempt_id,
    ...(row.cycle === null ? {} : { cycle: row.cycle }),
    dedupeKey: row.dedupe_key,
    status: row.status,
    createdAt: row.created_at,
  };
}

function jsonField(name: string, text: unknown): Record<string, unknown> {
  return text === null || text === undefined ? {} : { [name]: parseJson(text) };
}

/** Returns null for text that is not JSON: no schema of a record or a field accepts null. */
function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return null;
  }
}

function parseRecord<Schema extends z.ZodType>(
  schema: Schema,
  name: string,
  record: unknown,
): z.infer<Schema> {
  const parsed = schema.safeParse(record);
  if (parsed.success) return parsed.data;
  throw new PayIndexError("record_unreadable", `${name} in the store cannot be read by this release.`, {
    problems: problemsOfSchemaIssues(parsed.error.issues),
  });
}
