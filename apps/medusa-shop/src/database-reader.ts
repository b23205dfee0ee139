import { fromAmountText } from "@pay-index/core";
import { Client } from "pg";

/** The latest attempt of a cart, from the payment store's own table. */
export interface LatestAttempt {
  readonly attemptId: string;
  readonly state: string;
  /** The gateway's response to the sale. */
  readonly answer: string;
}

/** Reads the shop's database directly, without Medusa. */
export class DatabaseReader {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  /** Returns `captured` if the cart has one order with one capture of its whole total, otherwise what was found. */
  async orderState(cart: string): Promise<string> {
    const rows = await this.#rows(
      `SELECT o.id, pc.status, pc.captured_amount = pc.amount AS whole, count(c.id)::int AS captures
       FROM order_cart oc
       JOIN "order" o ON o.id = oc.order_id
       JOIN order_payment_collection opc ON opc.order_id = o.id AND opc.deleted_at IS NULL
       JOIN payment_collection pc ON pc.id = opc.payment_collection_id
       LEFT JOIN payment p ON p.payment_collection_id = pc.id
       LEFT JOIN capture c ON c.payment_id = p.id
       WHERE oc.cart_id = $1 AND oc.deleted_at IS NULL
       GROUP BY o.id, pc.id`,
      cart,
    );
    if (rows.length !== 1) return rows.length === 0 ? "missing" : `${rows.length} orders`;
    const [{ status, whole, captures } = {}] = rows;
    return status === "completed" && whole === true && captures === 1 ? "captured" : String(status);
  }

  /**
   * Returns the refunds of a cart's order in Medusa, in minor units. Medusa records a refund as soon as the gateway accepts
   * it. When the gateway has made it, the refund has the gateway's ID, and only then it counts.
   */
  async refunded(cart: string): Promise<number> {
    const rows = await this.#rows(
      `SELECT r.raw_amount->>'value' AS amount, upper(p.currency_code) AS currency
       FROM order_cart oc
       JOIN order_payment_collection opc ON opc.order_id = oc.order_id AND opc.deleted_at IS NULL
       JOIN payment p ON p.payment_collection_id = opc.payment_collection_id
       JOIN refund r ON r.payment_id = p.id AND r.deleted_at IS NULL
       WHERE oc.cart_id = $1 AND oc.deleted_at IS NULL AND r.metadata->>'pay_index_reference' IS NOT NULL`,
      cart,
    );
    return rows.reduce(
      (sum, { amount, currency }) => sum + fromAmountText(String(amount), String(currency)).minor,
      0,
    );
  }

  async latestAttempt(cart: string): Promise<LatestAttempt> {
    const [row] = await this.#rows("SELECT * FROM pay_index_attempt WHERE reference = $1", cart);
    const record = Object(typeof row?.record === "string" ? JSON.parse(row.record) : row?.record) as {
      facts?: { source: string; text?: string }[];
    };
    return {
      attemptId: String(row?.attempt_id ?? ""),
      state: String(row?.state ?? ""),
      answer: record.facts?.find(({ source }) => source === "response")?.text ?? "",
    };
  }

  /** Returns every row of every table as text. */
  async everything(): Promise<string> {
    const tables = await this.#rows("SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'");
    const rows = tables.map(({ name }) => this.#rows(`SELECT t::text AS row FROM "${name}" t`));
    return (await Promise.all(rows)).flatMap((each) => each.map(({ row }) => row)).join("\n");
  }

  async #rows(query: string, ...cart: readonly string[]): Promise<Readonly<Record<string, unknown>>[]> {
    const client = new Client(this.#url);
    await client.connect();
    try {
      return (await client.query(query, [...cart])).rows;
    } finally {
      await client.end();
    }
  }
}
