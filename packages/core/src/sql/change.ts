import type { Change } from "../ledger/store.ts";
import { answersOf, openGroupOf, type Payment } from "../payment/payment.ts";
import type { SqlConnection } from "./driver.ts";
import { workRecord } from "./records.ts";
import {
  advanceBook,
  finishWork,
  insertBook,
  insertTransaction,
  insertWork,
  settleNotification,
  upsertPayment,
} from "./statements.ts";

/** Everything of one decision, or nothing; to be run as one transaction. */
export async function writeChange(connection: SqlConnection, change: Change): Promise<"committed" | "stale"> {
  if (!(await takeVersion(connection, change))) return "stale";
  await writePayments(connection, change);
  for (const { orderNumber: order_number, transactionId: transaction_id, cycle } of change.transactions)
    await connection.run(insertTransaction, { order_number, transaction_id, cycle });
  for (const id of change.settled) await connection.run(settleNotification, { id });
  for (const work of change.work) await connection.run(insertWork, workRow(work));
  for (const { id, result } of change.ended)
    await connection.run(finishWork, { id, result: JSON.stringify(result) });
  return "committed";
}

/** Comes first: from here on the database keeps every other change of this book waiting. */
async function takeVersion(
  connection: SqlConnection,
  { tenant, reference, version }: Change,
): Promise<boolean> {
  const rows =
    version === 0
      ? await connection.run(insertBook, { tenant, reference })
      : await connection.run(advanceBook, { tenant, reference, version });
  return rows === 1;
}

async function writePayments(
  connection: SqlConnection,
  { tenant, reference, payments, cycles }: Change,
): Promise<void> {
  const rows = [
    ...payments.map((payment) => ({ ...attemptColumns(payment), cycle: 0, payment })),
    ...cycles.map((cycle) => ({ ...noAttempt, cycle: cycle.number, payment: cycle })),
  ];
  for (const { payment, ...columns } of rows) {
    const { orderNumber: order_number, state } = payment;
    const record = JSON.stringify(payment);
    const row = { order_number, tenant, reference, state, ...columns, record };
    if ((await connection.run(upsertPayment, row)) !== 1)
      throw new Error(`Order number ${order_number} is in another book.`);
  }
}

/** What a read finds an attempt by. */
function attemptColumns(payment: Payment) {
  return {
    attempt: payment.attempt,
    started_at: new Date(payment.createdAt).toISOString(),
    answers: answersOf(payment),
    unanswered: openGroupOf(payment),
  };
}

const noAttempt = { attempt: 0, started_at: "", answers: "none", unanswered: 0 };

function workRow(planned: Change["work"][number]) {
  const { lease, ...work } = planned;
  const { id, tenant, reference, orderNumber: order_number, status } = work;
  return {
    id,
    tenant,
    reference,
    order_number,
    status,
    due_at: new Date(work.dueAt).toISOString(),
    created_at: new Date(work.createdAt).toISOString(),
    lease_token: lease?.token ?? null,
    lease_until: lease?.until.toISOString() ?? null,
    result: work.result === undefined ? null : JSON.stringify(work.result),
    record: workRecord(work),
  };
}
