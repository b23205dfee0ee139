import { z } from "zod";
import { PayIndexError, problemsOf } from "../../errors.ts";
import { type Attempt, attemptSchema } from "../../payment/attempt.ts";
import { factSchema, type NotificationFact } from "../../payment/fact.ts";
import { type Job, jobSchema } from "../../payment/job.ts";
import { type Cycle, cycleSchema } from "../../payment/subscription/cycle.ts";
import type { InboxEntry } from "../../ports/store.ts";
import type { SqlRow } from "./driver.ts";

/*
 * Records are JSON text and not a JSON column: text comes back as it went in, key order, NUL and all.
 * Every read function throws PayIndexError `record_unreadable`.
 */

const inboxEntrySchema = z.object({
  version: z.literal(1),
  tenant: z.string(),
  reference: z.string(),
  orderNumber: z.string(),
  receivedAt: z.iso.datetime(),
  fact: factSchema.refine((fact) => fact.source === "notification", "is not a notification"),
});

export function readAttempt(row: SqlRow): Attempt {
  return parseRecord(attemptSchema, `Payment ${row.id ?? ""}`, parseJson(row.record));
}

export function readCycle(row: SqlRow): Cycle {
  return parseRecord(cycleSchema, `A cycle of payment ${row.id ?? ""}`, parseJson(row.record));
}

export function notificationRecord({ tenant, reference, orderNumber, receivedAt, fact }: InboxEntry): string {
  return JSON.stringify({
    version: 1,
    tenant,
    reference,
    orderNumber,
    receivedAt: receivedAt.toISOString(),
    fact,
  });
}

export function readNotification(row: SqlRow): InboxEntry {
  const { version, receivedAt, fact, ...rest } = parseRecord(
    inboxEntrySchema,
    `Notification ${row.id}`,
    parseJson(row.record),
  );
  // The schema has refused every other source.
  return { id: String(row.id), ...rest, receivedAt: new Date(receivedAt), fact: fact as NotificationFact };
}

/** Without what stands in columns, so that nothing is said twice. */
export function jobRecord({ status, dueAt, result, ...record }: Job): string {
  return JSON.stringify(record);
}

export function readJob(row: SqlRow): Job {
  const record = parseJson(row.record);
  if (typeof record !== "object" || record === null) return parseRecord(jobSchema, `Work ${row.id}`, record);
  const result = row.result === null ? {} : { result: parseJson(row.result) };
  return parseRecord(jobSchema, `Work ${row.id}`, {
    ...record,
    status: row.status,
    dueAt: row.due_at,
    ...result,
  });
}

function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
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
    problems: problemsOf(parsed.error.issues),
  });
}
