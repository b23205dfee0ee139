import type { SqliteDataFile, SqliteRow } from "../orders/sqlite-data-file.ts";
import type { GatewayJob, PlannedJob } from "./job.ts";

const columns = "SELECT id, order_id, due, held, record FROM job";

/** All jobs, in the data file. A held job is skipped until it is moved, because another call is responsible for it. */
export class JobStore {
  readonly #data: SqliteDataFile;

  constructor(data: SqliteDataFile) {
    this.#data = data;
  }

  add(orderRow: number, job: GatewayJob, { due, held }: { due: number; held: boolean }): PlannedJob {
    const at = Math.round(due);
    const { id } = this.#data.run(
      "INSERT INTO job (due, held, order_id, kind, record) VALUES (?, ?, ?, ?, ?)",
      at,
      held ? 1 : 0,
      orderRow,
      job.kind,
      JSON.stringify(job),
    );
    return { id, orderRow, due: at, held, job };
  }

  /** Stores the job's new content and due time, and ends its hold. */
  move({ id, job }: Pick<PlannedJob, "id" | "job">, due: number): void {
    const sql = "UPDATE job SET due = ?, held = 0, record = ? WHERE id = ?";
    this.#data.run(sql, Math.round(due), JSON.stringify(job), id);
  }

  hold({ id }: Pick<PlannedJob, "id">): void {
    this.#data.run("UPDATE job SET held = 1 WHERE id = ?", id);
  }

  letGo({ id }: Pick<PlannedJob, "id">): void {
    this.#data.run("UPDATE job SET held = 0 WHERE id = ?", id);
  }

  /** Ends all holds, because the process that held the jobs has ended. */
  letAllGo(): void {
    this.#data.run("UPDATE job SET held = 0 WHERE held = 1");
  }

  remove({ id }: Pick<PlannedJob, "id">): void {
    this.#data.run("DELETE FROM job WHERE id = ?", id);
  }

  removeOf(orderRow: number, kind: GatewayJob["kind"]): void {
    this.#data.run("DELETE FROM job WHERE order_id = ? AND kind = ?", orderRow, kind);
  }

  /** Returns the earliest job that is not held and that is due at that time. */
  next(until: number): PlannedJob | undefined {
    return this.#first("due <= ?", until);
  }

  /** Returns the earliest due job from a time on that changes an order without a delivery. Earlier jobs are not scanned again. */
  nextBooking(from: number, until: number): PlannedJob | undefined {
    return this.#first("due BETWEEN ? AND ? AND kind NOT IN ('notify', 'dispute')", from, until);
  }

  #first(wanted: string, ...times: readonly number[]): PlannedJob | undefined {
    const sql = `${columns} WHERE held = 0 AND ${wanted} ORDER BY due, id LIMIT 1`;
    const row = this.#data.get(sql, ...times);
    return row && toPlannedJob(row);
  }

  /** Returns the number of messages that the shops should have received by that time. */
  undelivered(until: number): number {
    const sql = "SELECT count(*) AS count FROM job WHERE kind IN ('notify', 'dispute') AND due <= ?";
    return Number(this.#data.get(sql, until)?.count);
  }

  /** Returns the jobs of one order, earliest first. */
  of(orderRow: number): readonly PlannedJob[] {
    return this.#data
      .all(`${columns} WHERE order_id = ? ORDER BY due, id LIMIT 100`, orderRow)
      .map(toPlannedJob);
  }

  /** Returns the due time of an order's earliest job of these kinds. */
  nextOf(orderRow: number, ...kinds: readonly GatewayJob["kind"][]): number | undefined {
    const sql = `SELECT min(due) AS due FROM job WHERE order_id = ? AND kind IN (${kinds.map(() => "?")})`;
    const due = this.#data.get(sql, orderRow, ...kinds)?.due;
    return due === undefined || due === null ? undefined : Number(due);
  }

  ahead(): { readonly due?: number; readonly count: number } {
    const row = this.#data.get("SELECT min(due) AS due, count(*) AS count FROM job");
    const count = Number(row?.count);
    return count === 0 ? { count } : { due: Number(row?.due), count };
  }
}

function toPlannedJob(row: SqliteRow): PlannedJob {
  return {
    id: Number(row.id),
    orderRow: Number(row.order_id),
    due: Number(row.due),
    held: row.held === 1,
    job: JSON.parse(String(row.record)) as GatewayJob,
  };
}
