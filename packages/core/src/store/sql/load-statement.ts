import { isDecisiveState, statesBestFirst } from "../../payment/attempt.ts";
import type { CycleSelection, PaymentRead } from "../../ports/store.ts";

const ofReference = "tenant = :tenant AND reference = :reference";
/** The same for a row that was found by its own key: no index of the reference is used for it, which may have thousands of attempts. */
const isOfReference = "tenant || '' = :tenant AND reference || '' = :reference";
const fromAttempts = `FROM pay_index_payment WHERE ${ofReference}`;
/** In the order of the attempts; the next one by state. Each names the condition of its index. */
const fromAttemptsByNumber = `${fromAttempts} AND cycle = 0`;
const fromAttemptsByState = `${fromAttempts} AND attempt > 0 AND state`;
const decisiveStates = statesBestFirst.filter(isDecisiveState);

/**
 * One statement for a book: what one statement reads is of one moment in every database, without a transaction. `part` says what a row
 * is. The cycles are named `:order_0`, `:cycle_0`, `:order_1` …, the transactions `:sale_0`, `:transaction_0` …, the attempts
 * `:attempt_0` … Of the work of cycles, whose ids have `/cycle/` after the 20 characters of an order number, what is done is read only
 * with all of them.
 */
export function buildLoadStatement(read: PaymentRead): string {
  const { cycles = [], transactions = [] } = read;
  const parts = [
    ...jobParts(cycles),
    `SELECT 'book', version, '', '', '', NULL, NULL, NULL FROM pay_index_book WHERE ${ofReference}`,
    countPart,
    // CROSS JOIN makes SQLite begin with the few chosen attempts, and not with all of the reference.
    `SELECT 'payment', attempt, '', pay_index_payment.order_number, record, NULL, NULL, NULL
FROM chosen CROSS JOIN pay_index_payment
WHERE pay_index_payment.order_number = chosen.order_number AND cycle = 0 AND ${isOfReference}`,
    `SELECT 'notification', 0, received_at, id, record, NULL, NULL, NULL
FROM pay_index_notification WHERE ${ofReference} AND settled = 0`,
    ...(read.rank === undefined ? [] : [nthNewestPart]),
    ...(cycles.length === 0 ? [] : [cyclePart(cycles)]),
    ...(transactions.length === 0 ? [] : [transactionPart(transactions.length)]),
  ];
  return `WITH chosen AS MATERIALIZED (
${chosenAttemptQueries(read).join("\nUNION\n")}
)
${parts.join("\nUNION ALL\n")}\nORDER BY part, place, at, id`;
}

/** The rule of `chosenAttempts`: every arm reads few rows of an index. */
function chosenAttemptQueries({
  orderNumbers = [],
  newest = 0,
  unanswered = 0,
  answering,
}: PaymentRead): string[] {
  const always = [
    `SELECT order_number ${fromAttemptsByState} IN (${decisiveStates.map((state) => `'${state}'`).join(", ")})`,
    `SELECT order_number FROM pay_index_notification WHERE ${ofReference} AND settled = 0`,
  ];
  const named = orderNumbers.map((_, index) => `SELECT CAST(:attempt_${index} AS TEXT)`);
  const forStatus = [
    newestOf("newest", `${fromAttemptsByNumber} ORDER BY attempt DESC LIMIT :newest`),
    ...statesBestFirst.filter((state) => !isDecisiveState(state)).map(newestOfState),
    `SELECT order_number FROM pay_index_work WHERE ${ofReference} AND status = 'parked'`,
  ];
  const ofGroups = `${fromAttempts} AND unanswered > 0 ORDER BY unanswered DESC, attempt DESC LIMIT :unanswered`;
  const fingerprints = (answering?.fingerprints ?? []).map((_, index) => `, :fingerprint_${index}`).join("");
  const ofRequest = `SELECT order_number ${fromAttempts} AND answers <> 'none' AND answers IN ('any'${fingerprints}) AND started_at > :answering_since`;
  return [
    ...always,
    ...named,
    ...(newest === 0 ? [] : forStatus),
    ...(unanswered === 0 ? [] : [newestOf("unanswered_ones", ofGroups)]),
    ...(answering === undefined ? [] : [ofRequest]),
  ];
}

function newestOfState(state: (typeof statesBestFirst)[number]): string {
  return newestOf(`newest_${state}`, `${fromAttemptsByState} = '${state}' ORDER BY attempt DESC LIMIT 1`);
}

function newestOf(name: string, rows: string): string {
  return `SELECT order_number FROM (SELECT order_number ${rows}) AS ${name}`;
}

function jobParts(cycles: CycleSelection): string[] {
  const undone = cycles === "all" ? "" : "\nAND (status <> 'done' OR SUBSTR(id, 21, 7) <> '/cycle/')";
  const columns = "created_at AS at, id, record, status, due_at, result";
  return [
    `SELECT 'work' AS part, 0 AS place, ${columns} FROM chosen CROSS JOIN pay_index_work
WHERE pay_index_work.order_number = chosen.order_number AND ${ofReference} AND status <> 'parked'${undone}`,
    `SELECT 'work', 0, ${columns} FROM pay_index_work WHERE ${ofReference} AND status = 'parked'`,
  ];
}

/** SQLite would read every attempt for MAX. */
const countPart = `SELECT 'count', attempt, '', '', '', NULL, NULL, NULL
FROM (SELECT attempt ${fromAttemptsByNumber} ORDER BY attempt DESC LIMIT 1) AS newest_attempt`;

const nthNewestPart = `SELECT 'ranked', 0, started_at, '', '', NULL, NULL, NULL
FROM (SELECT started_at ${fromAttemptsByNumber} ORDER BY attempt DESC LIMIT 1 OFFSET :before_rank) AS ranked`;

function cyclePart(cycles: CycleSelection): string {
  return `SELECT 'cycle', cycle, '', order_number, record, NULL, NULL, NULL
FROM pay_index_payment WHERE ${ofReference} AND cycle > 0${cycleFilter(cycles)}`;
}

function cycleFilter(cycles: CycleSelection): string {
  if (cycles === "all") return "";
  const wanted = valueList(cycles.length, (index) => `(:order_${index}, CAST(:cycle_${index} AS INTEGER))`);
  return `\nAND (order_number, cycle) IN (VALUES ${wanted})`;
}

function transactionPart(transactions: number): string {
  const wanted = valueList(transactions, (index) => `(:sale_${index}, :transaction_${index})`);
  return `SELECT 'transaction', cycle, transaction_id, order_number, '', NULL, NULL, NULL
FROM pay_index_transaction
WHERE (order_number, transaction_id) IN (VALUES ${wanted})`;
}

function valueList(count: number, pair: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => pair(index)).join(", ");
}
