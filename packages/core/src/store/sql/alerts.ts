import {
  type AlertState,
  alertStateSchema,
  nextReviewAlert,
  noAlerts,
  reviewAlertKinds,
  withAlertItems,
} from "../../payment/alert.ts";
import type { Lease } from "../../payment/job.ts";
import type { AlertItemCollection, AlertStore, StoredAlerts } from "../../ports/alert-store.ts";
import { itemColumns, parseJson, parseRecord, reviewItemFromRow } from "./convert-rows.ts";
import type { SqlConnection, SqlDriver } from "./driver.ts";
import { isKnownItem } from "./statements.ts";

/** The table has one row. */
const name = "alerts";

/** Each arm reads one row of the index, and names its condition. The kinds are our own constants, so they are part of the statement. */
const readAlertsSql = `SELECT 'state' AS part, record AS value FROM pay_index_alert WHERE name = :name
UNION ALL SELECT 'badSignAt', bad_sign_at FROM (SELECT bad_sign_at FROM pay_index_attempt
WHERE bad_sign_at IS NOT NULL ORDER BY bad_sign_at DESC LIMIT 1) AS newest_bad_sign
${reviewAlertKinds
  .map(
    (
      kind,
      index,
    ) => `UNION ALL SELECT '${kind}', alert_since FROM (SELECT alert_since FROM pay_index_review_item
WHERE alert IS NOT NULL AND alert = '${kind}' ORDER BY alert_since, id LIMIT 1) AS waiting_${index}`,
  )
  .join("\n")}`;

const claimAlertsSql = `INSERT INTO pay_index_alert (name, lease_token, lease_until, record)
VALUES (:name, :token, :until, :record)
ON CONFLICT (name) DO UPDATE SET lease_token = excluded.lease_token, lease_until = excluded.lease_until
WHERE pay_index_alert.lease_until <= :now RETURNING record`;

const saveAlertsSql = `UPDATE pay_index_alert SET record = :record, lease_until = :until
WHERE name = :name AND lease_token = :token`;

/** The first statement of a transaction: from here on, no other process can take the lease. */
const extendLeaseSql = `UPDATE pay_index_alert SET lease_until = :until
WHERE name = :name AND lease_token = :token RETURNING record`;

/** Selects the rows first, as `buildClaimDueJobsSql` does. A row that a commit has locked is collected in the next round. */
const buildCollectItemsSql = (skipLocked = "") => `WITH chosen AS MATERIALIZED (
  SELECT id FROM pay_index_review_item WHERE alert IS NOT NULL AND alert = :alert AND alert_since <= :until AND ${isKnownItem}
  ORDER BY alert_since, id LIMIT :limit ${skipLocked}
) UPDATE pay_index_review_item SET alert = :next WHERE id IN (SELECT id FROM chosen) RETURNING ${itemColumns}, alert_since`;

/** The alerts of a SQL store. */
export class SqlAlertStore implements AlertStore {
  readonly #driver: Pick<SqlDriver, "read" | "write" | "skipLocked">;

  constructor(driver: Pick<SqlDriver, "read" | "write" | "skipLocked">) {
    this.#driver = driver;
  }

  async readAlerts(): Promise<StoredAlerts> {
    const rows = await this.#driver.read.all(readAlertsSql, { name });
    const { state, badSignAt, ...waiting } = Object.fromEntries(
      rows.map(({ part, value }) => [String(part), String(value)]),
    );
    return { state: state === undefined ? noAlerts : stateFromRecord(state), waiting, badSignAt };
  }

  async claimAlerts({
    now,
    lease,
  }: Parameters<AlertStore["claimAlerts"]>[0]): Promise<AlertState | undefined> {
    const parameters = {
      ...leaseParameters(lease),
      record: JSON.stringify(noAlerts),
      now: now.toISOString(),
    };
    const [row] = await this.#driver.write((connection) => connection.all(claimAlertsSql, parameters));
    return row && stateFromRecord(row.record);
  }

  collectAlertItems(lease: Lease, collection: AlertItemCollection) {
    const { kind, until, limit } = collection;
    const chosen = { alert: kind, next: nextReviewAlert[kind] ?? null, until: until.toISOString(), limit };
    return this.#driver.write(async (connection) => {
      const [row] = await connection.all(extendLeaseSql, leaseParameters(lease));
      if (row === undefined) return undefined;
      const rows = await connection.all(buildCollectItemsSql(this.#driver.skipLocked), chosen);
      const items = rows.map((each) => ({ ...reviewItemFromRow(each), since: String(each.alert_since) }));
      // RETURNING has no order.
      items.sort((a, b) => (a.since < b.since ? -1 : 1));
      const known = stateFromRecord(row.record);
      if (items.length === 0) return { state: known, items: 0 };
      const state = withAlertItems(known, items, collection);
      await saveAlerts(connection, lease, state);
      return { state, items: items.length };
    });
  }

  saveAlerts(lease: Lease, state: AlertState): Promise<boolean> {
    return this.#driver.write((connection) => saveAlerts(connection, lease, state));
  }
}

async function saveAlerts(connection: SqlConnection, lease: Lease, state: AlertState): Promise<boolean> {
  const parameters = { ...leaseParameters(lease), record: JSON.stringify(state) };
  return (await connection.run(saveAlertsSql, parameters)) === 1;
}

function leaseParameters({ token, until }: Lease) {
  return { name, token, until: until.toISOString() };
}

/** @throws PayIndexError `record_unreadable` */
function stateFromRecord(record: unknown): AlertState {
  return parseRecord(alertStateSchema(), "The record of the alerts", parseJson(record));
}
