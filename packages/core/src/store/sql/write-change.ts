import { type Attempt, openNoResultGroup, startMatchOf } from "../../payment/attempt.ts";
import type { PaymentChange } from "../../ports/store.ts";
import type { SqlConnection } from "./driver.ts";
import { jobRecord } from "./records.ts";
import {
  advancePaymentVersion,
  completeJob,
  insertJob,
  insertPayment,
  insertTransaction,
  markNotificationProcessed,
  upsertAttempt,
} from "./statements.ts";

/** Everything of one decision, or nothing; to be run as one transaction. */
export async function writeChange(
  connection: SqlConnection,
  change: PaymentChange,
): Promise<"committed" | "stale"> {
  if (!(await advanceVersion(connection, change))) return "stale";
  await writeAttempts(connection, change);
  for (const { orderNumber: order_number, transactionId: transaction_id, cycle } of change.transactions)
    await connection.run(insertTransaction, { order_number, transaction_id, cycle });
  for (const id of change.settled) await connection.run(markNotificationProcessed, { id });
  for (const work of change.work) await connection.run(insertJob, jobRow(work));
  for (const { id, result } of change.ended)
    await connection.run(completeJob, { id, result: JSON.stringify(result) });
  return "committed";
}

/** Comes first: from here on the database keeps every other change of this book waiting. */
async function advanceVersion(
  connection: SqlConnection,
  { tenant, reference, version }: PaymentChange,
): Promise<boolean> {
  const rows =
    version === 0
      ? await connection.run(insertPayment, { tenant, reference })
      : await connection.run(advancePaymentVersion, { tenant, reference, version });
  return rows === 1;
}

async function writeAttempts(
  connection: SqlConnection,
  { tenant, reference, payments, cycles }: PaymentChange,
): Promise<void> {
  const rows = [
    ...payments.map((payment) => ({ ...attemptColumns(payment), cycle: 0, payment })),
    ...cycles.map((cycle) => ({ ...noAttemptColumns, cycle: cycle.number, payment: cycle })),
  ];
  for (const { payment, ...columns } of rows) {
    const { orderNumber: order_number, state } = payment;
    const record = JSON.stringify(payment);
    const row = { order_number, tenant, reference, state, ...columns, record };
    if ((await connection.run(upsertAttempt, row)) !== 1)
      throw new Error(`Order number ${order_number} is in another book.`);
  }
}

/** What a read finds an attempt by. */
function attemptColumns(payment: Attempt) {
  return {
    attempt: payment.attempt,
    started_at: new Date(payment.createdAt).toISOString(),
    answers: startMatchOf(payment),
    unanswered: openNoResultGroup(payment),
  };
}

const noAttemptColumns = { attempt: 0, started_at: "", answers: "none", unanswered: 0 };

function jobRow(planned: PaymentChange["work"][number]) {
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
    record: jobRecord(work),
  };
}
