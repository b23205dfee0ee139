import type { Book, BookKey, BookRead, Change, InboxEntry, LedgerStore } from "../ledger/store.ts";
import {
  type Claim,
  type Leased,
  type Postponement,
  postponed,
  type Work,
  type WorkResult,
} from "../ledger/work.ts";
import type { Payment } from "../payment/payment.ts";
import { bookOf, bookParameters } from "./book.ts";
import { writeChange } from "./change.ts";
import type { SqlConnection, SqlDriver, SqlParameters } from "./driver.ts";
import { SqlInstallation } from "./installation.ts";
import { readBook } from "./read-book.ts";
import { notificationRecord, readPayment, readWork, workRecord } from "./records.ts";
import * as sql from "./statements.ts";

/** The ledger in a SQL database. What is particular to one database is in its driver. */
export class SqlStore<Tx = never> extends SqlInstallation implements LedgerStore<Tx> {
  readonly #driver: SqlDriver<Tx>;

  constructor(driver: SqlDriver<Tx>) {
    super(driver);
    this.#driver = driver;
  }

  async book({ tenant, reference }: BookKey, read: BookRead = {}): Promise<Book> {
    const text = readBook(read);
    const rows = await this.#driver.read.all(text, { tenant, reference, ...bookParameters(read) });
    return bookOf({ tenant, reference }, rows);
  }

  async find(orderNumber: string): Promise<Payment | undefined> {
    const [row] = await this.#driver.read.all(sql.findPayment, { order_number: orderNumber });
    return row === undefined ? undefined : readPayment(row);
  }

  async findAll(orderNumbers: readonly string[]): Promise<readonly Payment[]> {
    if (orderNumbers.length === 0) return [];
    const parameters = Object.fromEntries(orderNumbers.map((each, index) => [`order_${index}`, each]));
    return (await this.#driver.read.all(sql.findPayments(orderNumbers.length), parameters)).map(readPayment);
  }

  async commit(change: Change): Promise<"committed" | "stale"> {
    return this.#driver.write((connection) => writeChange(connection, change));
  }

  async receive(entry: InboxEntry): Promise<"new" | "open" | "settled"> {
    // Repeats are many and must not wait for a lock.
    const known = await standing(this.#driver.read, entry.id);
    if (known !== undefined) return known;
    const { id, tenant, reference, orderNumber: order_number } = entry;
    const received_at = entry.receivedAt.toISOString();
    const row = { id, tenant, reference, order_number, received_at, record: notificationRecord(entry) };
    return this.#driver.write(async (connection) => {
      if ((await connection.run(sql.insertNotification, row)) === 1) return "new";
      return (await standing(connection, id)) ?? "open";
    });
  }

  async unsettled(before: Date, limit: number): Promise<readonly BookKey[]> {
    const rows = await this.#driver.read.all(sql.listUnsettled, { before: before.toISOString(), limit });
    return rows.map(({ tenant, reference }) => ({ tenant: String(tenant), reference: String(reference) }));
  }

  async claim({ now, lease, limit, id }: Claim): Promise<readonly Leased[]> {
    // A transaction that writes nothing takes the lock of a whole SQLite database all the same.
    if (id === undefined && !(await this.#finds(sql.findDueWork, { now: now.toISOString() }))) return [];
    const taking = { token: lease.token, until: lease.until.toISOString(), now: now.toISOString() };
    const rows = await this.#driver.write((connection) =>
      id === undefined
        ? connection.all(sql.claimDueWork(this.#driver.skipLocked), { ...taking, limit })
        : connection.all(sql.claimOneWork, { ...taking, id }),
    );
    // What RETURNING returns comes in no order.
    return rows
      .map(readWork)
      .sort((a, b) => (a.dueAt < b.dueAt ? -1 : 1))
      .map((work) => ({ work, lease }));
  }

  async finish(workId: string, result: WorkResult, tx?: Tx): Promise<boolean> {
    const parameters = { id: workId, result: JSON.stringify(result) };
    const end = async (connection: SqlConnection) => (await connection.run(sql.finishWork, parameters)) === 1;
    return tx === undefined ? this.#driver.write(end) : end(this.#driver.within(tx));
  }

  async renew({ work: { id }, lease: { token } }: Leased, until: Date): Promise<boolean> {
    const parameters = { id, token, until: until.toISOString() };
    const statement = sql.renewLease(this.#driver.skipLocked);
    return this.#driver.write(async (connection) => (await connection.run(statement, parameters)) === 1);
  }

  async postpone({ work, lease }: Leased, next: Postponement): Promise<void> {
    // Nobody but the holder of the lease changes the row, so what was leased is what is there.
    const later = postponed(work, next);
    const { id, status, dueAt: due_at } = later;
    const parameters = { id, status, due_at, record: workRecord(later), token: lease.token };
    await this.#driver.write((connection) => connection.run(sql.postponeWork, parameters));
  }

  async parked(limit: number): Promise<readonly Work[]> {
    return (await this.#driver.read.all(sql.listParkedWork, { limit })).map(readWork);
  }

  async forget(before: Date, limit: number): Promise<number> {
    if (!(await this.#finds(sql.findOldNotification, { before: before.toISOString() }))) return 0;
    const parameters = { before: before.toISOString(), limit };
    const statement = sql.forgetNotifications(this.#driver.skipLocked);
    return this.#driver.write((connection) => connection.run(statement, parameters));
  }

  async #finds(statement: string, parameters: SqlParameters): Promise<boolean> {
    return (await this.#driver.read.all(statement, parameters)).length > 0;
  }
}

async function standing(connection: SqlConnection, id: string): Promise<"open" | "settled" | undefined> {
  const [row] = await connection.all(sql.findNotification, { id });
  if (row === undefined) return undefined;
  return row.settled === 1 ? "settled" : "open";
}
