import { z } from "zod";
import { readInput } from "../../errors.ts";
import { lazily } from "../../lazily.ts";
import type { ReviewAlertKind } from "../../payment/alert.ts";
import { type Attempt, attemptSchema } from "../../payment/attempt.ts";
import { type Fact, factSchema, type NotificationFact } from "../../payment/fact.ts";
import { type Job, jobSchema } from "../../payment/job.ts";
import { type PaymentLink, paymentLinkSchema } from "../../payment/payment-link.ts";
import { type ReviewItem, reviewItemSchema } from "../../payment/review-item.ts";
import { type Cycle, cycleSchema } from "../../payment/subscription/cycle.ts";
import type { InboxEntry, UsedTransaction } from "../../ports/store.ts";
import type { SqlRow, SqlValue } from "./driver.ts";
import { type StoreTable, storeTables } from "./tables.ts";

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

/** The fields of an attempt that have a column each, by their columns. Its record leaves them out. */
const attemptFields: FieldsByColumn = new Map([
  ["attempt_id", "attemptId"],
  ["tenant", "tenant"],
  ["reference", "reference"],
  ["merchant_tenant", "merchantTenant"],
  ["number", "number"],
  ["state", "state"],
  ["started_at", "createdAt"],
]);
const fieldsOfColumns = Object.fromEntries([...attemptFields.values()].map((field) => [field, undefined]));

/** The columns that `attemptFromRow` reads. */
export const attemptColumns = [...attemptFields.keys(), "record"].join(", ");

export function attemptFromRow(row: SqlRow): Attempt {
  const name = `Attempt ${row.attempt_id}`;
  return parseRecord(attemptSchema(), name, {
    quarantine: [],
    ...recordFields(row, name),
    ...fromColumns(row, attemptFields),
  });
}

export function attemptRecordJson(attempt: Attempt): string {
  const { quarantine } = attempt;
  const kept = quarantine.length === 0 ? undefined : quarantine;
  return JSON.stringify({ ...attempt, ...fieldsOfColumns, quarantine: kept });
}

const chargeSchema = lazily(() => z.object({ facts: z.array(factSchema()) }));

/** Returns the facts of an attempt or of a cycle. */
export function factsFromRow(row: SqlRow): readonly Fact[] {
  return parseRecord(chargeSchema(), `A charge of attempt ${row.id}`, parseJson(row.record)).facts;
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
  const record = parseRecord(inboxEntrySchema(), `Notification ${row.id}`, parseJson(row.record));
  const { version, receivedAt, fact, ...rest } = record;
  // The schema has refused every other source.
  return { id: String(row.id), ...rest, receivedAt: new Date(receivedAt), fact: fact as NotificationFact };
}

/** The fields of a record that have a column each, by their columns: `attempt_id` is `attemptId`. */
type FieldsByColumn = ReadonlyMap<string, string>;

/** @param others the columns that are no field of the record */
function fieldsByColumn({ columns }: StoreTable, others: readonly string[]): FieldsByColumn {
  const own = Object.keys(columns).filter((column) => !others.includes(column));
  return new Map(
    own.map((column) => [column, column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())]),
  );
}

const { pay_index_job, pay_index_review_item } = storeTables;
const jobFields = fieldsByColumn(pay_index_job, ["review_item_id", "lease_token", "lease_until"]);
const itemFields = fieldsByColumn(pay_index_review_item, ["record", "alert", "alert_since"]);
const jsonFields: ReadonlySet<string> = new Set(["problem", "outcome", "resolution"]);

/** The columns that `jobFromRow` and `reviewItemFromRow` read. */
export const jobColumns = [...jobFields.keys()].join(", ");
export const itemColumns = [...itemFields.keys(), "record"].join(", ");

/** Returns the columns of a record. `fromColumns` reverses it. */
function toColumns(record: Readonly<Record<string, unknown>>, fields: FieldsByColumn) {
  const values = [...fields].map(([column, field]) => [column, toSqlValue(field, record[field])]);
  return Object.fromEntries(values) as Record<string, SqlValue>;
}

function toSqlValue(field: string, value: unknown): SqlValue {
  if (value === undefined) return null;
  if (jsonFields.has(field)) return JSON.stringify(value);
  // Instants compare as text.
  return field.endsWith("At") ? new Date(String(value)).toISOString() : (value as SqlValue);
}

function fromColumns(row: SqlRow, fields: FieldsByColumn): Record<string, unknown> {
  const filled = [...fields].filter(([column]) => row[column] !== null && row[column] !== undefined);
  const parse = (field: string, value: unknown) => (jsonFields.has(field) ? parseJson(value) : value);
  return Object.fromEntries(filled.map(([column, field]) => [field, parse(field, row[column])]));
}

export function jobRow(job: Job): Record<string, SqlValue> {
  return toColumns(job, jobFields);
}

export function jobFromRow(row: SqlRow): Job {
  return parseRecord(jobSchema(), `Job ${row.id}`, fromColumns(row, jobFields));
}

/** Returns the row of a review item, as it is when the item opens. */
export function reviewItemRow(item: ReviewItem) {
  const columns = new Set(itemFields.values());
  const record = Object.entries(item).filter(([field]) => !columns.has(field));
  return {
    ...toColumns(item, itemFields),
    id: item.id,
    record: JSON.stringify(Object.fromEntries(record)),
    alert: "review-item-opened" satisfies ReviewAlertKind,
    alert_since: new Date(item.createdAt).toISOString(),
  };
}

export function reviewItemFromRow(row: SqlRow): ReviewItem {
  const name = `Review item ${row.id}`;
  const fields = { ...recordFields(row, name), ...fromColumns(row, itemFields) };
  return parseRecord(reviewItemSchema(), name, fields);
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
  return withLaterFields(readRecord(schema, name, record), record) as z.infer<Schema>;
}

function readRecord<Schema extends z.ZodType>(schema: Schema, name: string, record: unknown) {
  const message = `${name} in the store cannot be read by this release.`;
  return readInput(schema, record, { code: "record_unreadable", message });
}

const recordSchema = lazily(() => z.looseObject({}));

/** Returns the fields of a record, to which those of the columns belong. */
function recordFields({ record }: SqlRow, name: string): object {
  return readRecord(recordSchema(), name, parseJson(record));
}

/** Adds the fields that a later release has added to a record: this one may write the record again. */
function withLaterFields(known: unknown, stored: unknown): unknown {
  const all = Object(stored);
  if (Array.isArray(known)) return known.map((each, index) => withLaterFields(each, all[index]));
  if (typeof known !== "object" || known === null) return known;
  const fields = Object.entries(known).map(([name, value]) => [name, withLaterFields(value, all[name])]);
  return { ...all, ...Object.fromEntries(fields) };
}
