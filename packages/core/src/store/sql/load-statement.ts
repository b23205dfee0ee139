import { decidesAboutOtherAttempts, statesBestFirst } from "../../payment/attempt.ts";
import type { CycleSelection, PaymentReadOptions } from "../../ports/store.ts";

const ofPayment = "tenant = :tenant AND reference = :reference";
/** The same for a row that was found by its own key: no index of the payment is used for it, which may have thousands of attempts. */
const isOfPayment = "tenant || '' = :tenant AND reference || '' = :reference";
const fromAttempts = `FROM pay_index_attempt WHERE ${ofPayment}`;
/** Each names the condition of its index. */
const fromAttemptsByNumber = `${fromAttempts} AND number > 0`;
const fromAttemptsByState = `${fromAttempts} AND state <> '' AND state`;
const decisiveStates = statesBestFirst.filter(decidesAboutOtherAttempts);

/** The columns of every part. `part` names what a row is. Postgres needs the types of those that a part leaves empty. */
const columnTypes = {
  number: "INTEGER",
  at: "TEXT",
  id: "TEXT",
  record: "TEXT",
  kind: "TEXT",
  merchant_tenant: "TEXT",
  attempt_id: "TEXT",
  cycle: "INTEGER",
  refunded: "INTEGER",
  dedupe_key: "TEXT",
  status: "TEXT",
  due_at: "TEXT",
  tries: "INTEGER",
  problem: "TEXT",
  ended: "TEXT",
  job_id: "TEXT",
} as const;
type Columns = Partial<Record<keyof typeof columnTypes, string>>;

/** All parts have the same columns. */
function part(name: string, filled: Columns, from: string): string {
  const values: Readonly<Record<string, string>> = filled;
  const selected = Object.entries(columnTypes).map(
    ([column, type]) => `${values[column] ?? `CAST(NULL AS ${type})`} AS ${column}`,
  );
  return `SELECT '${name}' AS part, ${selected.join(", ")}\n${from}`;
}

/** Columns that have the name of the table's own column. */
function same(...names: (keyof Columns)[]): Columns {
  return Object.fromEntries(names.map((name) => [name, name]));
}

/**
 * Returns one statement that loads a payment: what one statement reads is of one moment in every database, without a transaction. The
 * cycles are named `:cycle_attempt_0`, `:cycle_0`, `:cycle_attempt_1` …, the transactions `:sale_0`, `:transaction_0` …, the attempts
 * `:attempt_0` …
 */
export function buildLoadStatement(read: PaymentReadOptions): string {
  const { attemptIds, cycles, links, newest = 0, rank, startMatch, transactions, withoutResult = 0 } = read;
  const counts = [attemptIds, transactions, startMatch?.fingerprints].map((each) => each?.length ?? 0);
  const kind = [
    cycles === "all" || cycles?.length,
    newest > 0,
    withoutResult > 0,
    startMatch && 1,
    rank && 1,
    links,
  ];
  const shape = [...counts, ...kind].join();
  const text = statementByShape.get(shape) ?? composeLoadStatement(read);
  statementByShape.set(shape, text);
  return text;
}

/** Composing a text takes longer than a database needs for a prepared one. */
const statementByShape = new Map<string, string>();

function composeLoadStatement(read: PaymentReadOptions): string {
  const { cycles = [], transactions = [] } = read;
  const parts = [
    part("payment", { number: "version" }, `FROM pay_index_payment WHERE ${ofPayment}`),
    countPart,
    // CROSS JOIN makes SQLite begin with the few chosen attempts, and not with all of the payment.
    part(
      "attempt",
      {
        ...same("number", "merchant_tenant", "record"),
        ...{ id: "pay_index_attempt.attempt_id", at: "started_at", status: "state" },
      },
      `FROM chosen CROSS JOIN pay_index_attempt
WHERE pay_index_attempt.attempt_id = chosen.attempt_id AND ${isOfPayment}`,
    ),
    part(
      "notification",
      { at: "received_at", id: "id", record: "record" },
      `FROM pay_index_notification WHERE ${ofPayment} AND processed = 0`,
    ),
    ...jobAndItemParts(cycles),
    ...(read.rank === undefined ? [] : [rankPart]),
    ...(cycles.length === 0 ? [] : [cyclePart(cycles)]),
    ...(transactions.length === 0 ? [] : [transactionPart(transactions.length)]),
    ...(read.links === true ? [linkPart] : []),
  ];
  return `WITH chosen AS MATERIALIZED (
${chosenAttemptQueries(read).join("\nUNION\n")}
)
${parts.join("\nUNION ALL\n")}`;
}

/** The rule of `selectAttemptIdsToLoad`: every arm reads few rows of an index. */
function chosenAttemptQueries(read: PaymentReadOptions): string[] {
  const { attemptIds = [], newest = 0, withoutResult = 0, startMatch } = read;
  const always = [
    `SELECT attempt_id ${fromAttemptsByState} IN (${decisiveStates.map((state) => `'${state}'`).join(", ")})`,
    `SELECT attempt_id FROM pay_index_notification WHERE ${ofPayment} AND processed = 0`,
  ];
  const named = attemptIds.map((_, index) => `SELECT CAST(:attempt_${index} AS TEXT)`);
  const forStatus = [
    newestOf("newest", `${fromAttemptsByNumber} ORDER BY number DESC LIMIT :newest`),
    ...statesBestFirst.filter((state) => !decidesAboutOtherAttempts(state)).map(newestOfState),
    `SELECT attempt_id FROM pay_index_review_item WHERE ${ofPayment} AND status = 'open'`,
  ];
  const ofGroups = `${fromAttempts} AND no_result_group IS NOT NULL ORDER BY no_result_group DESC, number DESC LIMIT :without_result`;
  return [
    ...always,
    ...named,
    ...(newest === 0 ? [] : forStatus),
    ...(withoutResult === 0 ? [] : [newestOf("attempts_without_result", ofGroups)]),
    ...(startMatch === undefined ? [] : startMatchQueries(startMatch.fingerprints.length)),
  ];
}

function startMatchQueries(fingerprints: number): string[] {
  const list = Array.from({ length: fingerprints }, (_, index) => `:fingerprint_${index}`).join(", ");
  const isYoung = "started_at > :started_since";
  return [
    `SELECT attempt_id ${fromAttempts} AND answers_any_start = 1 AND ${isYoung}`,
    `SELECT attempt_id ${fromAttempts} AND open_fingerprint IS NOT NULL AND open_fingerprint IN (${list}) AND ${isYoung}`,
  ];
}

function newestOfState(state: (typeof statesBestFirst)[number]): string {
  return newestOf(`newest_${state}`, `${fromAttemptsByState} = '${state}' ORDER BY number DESC LIMIT 1`);
}

function newestOf(name: string, rows: string): string {
  return `SELECT attempt_id FROM (SELECT attempt_id ${rows}) AS ${name}`;
}

const causeColumns = { at: "created_at", ...same("id", "kind", "cycle", "dedupe_key", "status") };

function jobAndItemParts(cycles: CycleSelection): string[] {
  const isLoaded = (ended: string) =>
    cycles === "all" ? "" : `\nAND (status <> '${ended}' OR cycle IS NULL)`;
  const job = { ...causeColumns, ...same("due_at", "tries", "problem"), ended: "outcome" };
  const item = { ...causeColumns, ...same("job_id", "record"), ended: "resolution" };
  return [
    part(
      "job",
      { ...job, attempt_id: "pay_index_job.attempt_id" },
      `FROM chosen CROSS JOIN pay_index_job
WHERE pay_index_job.attempt_id = chosen.attempt_id AND ${ofPayment}${isLoaded("completed")}`,
    ),
    part(
      "item",
      { ...item, attempt_id: "pay_index_review_item.attempt_id" },
      `FROM chosen CROSS JOIN pay_index_review_item
WHERE pay_index_review_item.attempt_id = chosen.attempt_id AND ${ofPayment} AND status = 'resolved'${isLoaded("resolved")}`,
    ),
    part(
      "item",
      { ...item, attempt_id: "attempt_id" },
      `FROM pay_index_review_item WHERE ${ofPayment} AND status = 'open'`,
    ),
  ];
}

/** SQLite would read every attempt for MAX. */
const countPart = part(
  "count",
  { number: "number" },
  `FROM (SELECT number ${fromAttemptsByNumber} ORDER BY number DESC LIMIT 1) AS newest_attempt`,
);

const rankPart = part(
  "ranked",
  { at: "started_at" },
  `FROM (SELECT started_at ${fromAttemptsByNumber} ORDER BY number DESC LIMIT 1 OFFSET :before_rank) AS ranked`,
);

const linkPart = part("link", { id: "link_id", record: "record" }, `FROM pay_index_link WHERE ${ofPayment}`);

function cyclePart(cycles: CycleSelection): string {
  return part(
    "cycle",
    { number: "number", id: "attempt_id", record: "record" },
    `FROM pay_index_cycle WHERE ${ofPayment}${cycleFilter(cycles)}`,
  );
}

function cycleFilter(cycles: CycleSelection): string {
  if (cycles === "all") return "";
  const pairs = valueList(
    cycles.length,
    (index) => `(:cycle_attempt_${index}, CAST(:cycle_${index} AS INTEGER))`,
  );
  return `\nAND (attempt_id, number) IN (VALUES ${pairs})`;
}

function transactionPart(transactions: number): string {
  const pairs = valueList(transactions, (index) => `(:sale_${index}, :transaction_${index})`);
  return part(
    "transaction",
    { cycle: "cycle", refunded: "refunded", at: "transaction_id", id: "attempt_id" },
    `FROM pay_index_transaction
WHERE (attempt_id, transaction_id) IN (VALUES ${pairs})`,
  );
}

function valueList(count: number, pair: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => pair(index)).join(", ");
}
