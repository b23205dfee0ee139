import { DatabaseSync } from "node:sqlite";
import { createConnection, type RowDataPacket } from "mysql2/promise";
import { Client } from "pg";
import { isMariadb, isPostgres } from "./database-connection.ts";

type Row = Readonly<Record<string, unknown>>;

/** The latest attempt of an order, from the payment store's own table. */
export interface LatestAttempt {
  readonly attemptId: string;
  readonly state: string;
  /** The gateway's response to the sale. */
  readonly answer: string;
}

/** Reads the shop's database directly, without Vendure. */
export class DatabaseReader {
  readonly #database: string;

  constructor(database: string) {
    this.#database = database;
  }

  /** Returns the order's state in Vendure, or `missing`. */
  async orderState(code: string): Promise<string> {
    const row = await this.#row('SELECT state FROM "order" WHERE code =', code);
    return row === undefined ? "missing" : String(row.state);
  }

  /** Returns the settled refunds of an order in Vendure, in minor units: the gateway has made those. */
  async refunded(code: string): Promise<number> {
    const row = await this.#row(
      `SELECT COALESCE(SUM(refund.total), 0) AS refunded FROM "order"
       JOIN payment ON payment."orderId" = "order".id
       JOIN refund ON refund."paymentId" = payment.id AND refund.state = 'Settled'
       WHERE "order".code =`,
      code,
    );
    return Number(row?.refunded);
  }

  async latestAttempt(code: string): Promise<LatestAttempt> {
    const row = await this.#row("SELECT * FROM pay_index_attempt WHERE reference =", code);
    const record = JSON.parse(String(row?.record ?? "{}")) as { facts?: { source: string; text?: string }[] };
    return {
      attemptId: String(row?.attempt_id ?? ""),
      state: String(row?.state ?? ""),
      answer: record.facts?.find(({ source }) => source === "response")?.text ?? "",
    };
  }

  #row(query: string, code: string): Promise<Row | undefined> | Row | undefined {
    if (isMariadb(this.#database)) return readMariadbRow(this.#database, `${query} ? LIMIT 1`, code);
    return isPostgres(this.#database)
      ? readPostgresRow(this.#database, `${query} $1 LIMIT 1`, code)
      : readSqliteRow(this.#database, `${query} ? LIMIT 1`, code);
  }
}

async function readPostgresRow(url: string, query: string, code: string): Promise<Row | undefined> {
  const client = new Client(url);
  await client.connect();
  try {
    return (await client.query(query, [code])).rows[0];
  } finally {
    await client.end();
  }
}

async function readMariadbRow(url: string, query: string, code: string): Promise<Row | undefined> {
  const connection = await createConnection(url);
  try {
    await connection.query("SET sql_mode = 'ANSI_QUOTES'");
    const [rows] = await connection.query<RowDataPacket[]>(query, [code]);
    return rows[0];
  } finally {
    await connection.end();
  }
}

/** Opens the file without write access. */
function readSqliteRow(file: string, query: string, code: string): Row | undefined {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    return database.prepare(query).get(code);
  } finally {
    database.close();
  }
}
