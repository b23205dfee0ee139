import { PayIndexError } from "../../errors.ts";
import type { DailyCount } from "../../payment/attempt-counts.ts";
import type { ReviewItem } from "../../payment/review-item.ts";
import {
  type ActivityName,
  type CountedRequest,
  type InstallationSecret,
  type InstallationStore,
  type LastActivity,
  type RequestWindow,
  type SignStrength,
  signStrengths,
  type TenantAndMerchantId,
} from "../../ports/installation-store.ts";
import {
  type AttemptSelection,
  type Backlog,
  type BacklogSelection,
  type Backlogs,
  backlogLimit,
  type CreatedReviewItemSelection,
  type DailyCountSelection,
  type ListedAttempt,
  type PaidCycle,
  type PaidCycleSelection,
  type RefundedCharge,
  type RefundPosition,
  type StaffStore,
} from "../../ports/staff-store.ts";
import { SqlAlertStore } from "./alerts.ts";
import { attemptFromRow, reviewItemFromRow } from "./convert-rows.ts";
import {
  buildListUncountedSql,
  buildReadDailyCountsSql,
  countAttempts,
  dailyCountFromRow,
} from "./daily-counts.ts";
import type { SqlDriver, SqlRow } from "./driver.ts";
import {
  buildListAttemptsStatement,
  buildReadBacklogsStatement,
  listCreatedReviewItemsSql,
  listPaidCyclesSql,
  listRefundedChargesSql,
  named,
  paidCycleFromRow,
  paidCycleParameters,
  refundedChargeFromRow,
} from "./staff-lists.ts";

const listSecrets = "SELECT version, added_at, secret FROM pay_index_secret ORDER BY version DESC";

/** Changes no row when another process was faster. */
const insertSecret = `INSERT INTO pay_index_secret (version, added_at, secret)
VALUES (:version, :added_at, :secret) ON CONFLICT (version) DO NOTHING`;

const deleteSecrets = "DELETE FROM pay_index_secret WHERE version <= :last";

const findStrength = `SELECT sign_strength FROM pay_index_merchant
WHERE tenant = :tenant AND merchant_id = :merchant_id`;

/** Two processes can run this at the same time: the greater strength stays. */
const raiseStrength = `INSERT INTO pay_index_merchant (tenant, merchant_id, sign_strength)
VALUES (:tenant, :merchant_id, :sign_strength)
ON CONFLICT (tenant, merchant_id) DO UPDATE SET sign_strength = excluded.sign_strength
WHERE pay_index_merchant.sign_strength < excluded.sign_strength`;

/** Adds to the running window of the id, or begins a new one. */
const countRequest = `INSERT INTO pay_index_request_window (id, requests, ends_at) VALUES (:id, 1, :ends_at)
ON CONFLICT (id) DO UPDATE SET
  requests = CASE WHEN pay_index_request_window.ends_at <= :now THEN 1 ELSE pay_index_request_window.requests + 1 END,
  ends_at = CASE WHEN pay_index_request_window.ends_at <= :now THEN excluded.ends_at
    ELSE pay_index_request_window.ends_at END
RETURNING requests, ends_at`;

const findEndedWindow =
  "SELECT id FROM pay_index_request_window WHERE ends_at <= :now ORDER BY ends_at LIMIT 1";

const deleteEndedWindows = `WITH ended AS MATERIALIZED (
  SELECT id FROM pay_index_request_window WHERE ends_at <= :now ORDER BY ends_at LIMIT 100
) DELETE FROM pay_index_request_window WHERE id IN (SELECT id FROM ended)`;

/** Two processes can run this at the same time: the later instant stays. */
const recordActivity = `INSERT INTO pay_index_activity (name, happened_at) VALUES (:name, :happened_at)
ON CONFLICT (name) DO UPDATE SET happened_at = excluded.happened_at
WHERE pay_index_activity.happened_at < excluded.happened_at`;

const listActivities = "SELECT name, happened_at FROM pay_index_activity";

/** The installation's part of a SQL store. */
class SqlInstallationStore extends SqlAlertStore implements InstallationStore {
  readonly #driver: Pick<SqlDriver, "read" | "write">;

  constructor(driver: Pick<SqlDriver, "read" | "write" | "skipLocked">) {
    super(driver);
    this.#driver = driver;
  }

  async secrets(): Promise<readonly InstallationSecret[]> {
    return (await this.#driver.read.all(listSecrets, {})).map(parseSecretRow);
  }

  async addSecret({ version, addedAt, value }: InstallationSecret, keep: number): Promise<boolean> {
    const row = { version, added_at: addedAt.toISOString(), secret: value };
    try {
      return await this.#driver.write(async (connection) => {
        if ((await connection.run(insertSecret, row)) !== 1) return false;
        await connection.run(deleteSecrets, { last: version - keep });
        return true;
      });
    } catch {
      // Errors of some drivers carry the parameters of their statement, so this one carries no cause.
      throw new PayIndexError("store_unavailable", "The store could not add the installation's secret.");
    }
  }

  async signStrength(merchant: TenantAndMerchantId): Promise<SignStrength | undefined> {
    const [row] = await this.#driver.read.all(findStrength, merchantParameters(merchant));
    return signStrengths.find((strength) => strength === Number(row?.sign_strength));
  }

  async rememberSignStrength(merchant: TenantAndMerchantId, strength: SignStrength): Promise<void> {
    const row = { ...merchantParameters(merchant), sign_strength: strength };
    await this.#driver.write((connection) => connection.run(raiseStrength, row));
  }

  async countRequest({ id, now, endsAt }: CountedRequest): Promise<RequestWindow> {
    const row = { id, now: now.toISOString(), ends_at: endsAt.toISOString() };
    const [window] = await this.#driver.write((connection) => connection.all(countRequest, row));
    return { requests: Number(window?.requests), endsAt: new Date(String(window?.ends_at)) };
  }

  async deleteEndedWindows(now: Date): Promise<void> {
    const parameters = { now: now.toISOString() };
    // A transaction that writes nothing still locks a whole SQLite database.
    if ((await this.#driver.read.all(findEndedWindow, parameters)).length === 0) return;
    await this.#driver.write((connection) => connection.run(deleteEndedWindows, parameters));
  }

  async recordActivity({ name, at }: LastActivity): Promise<void> {
    const row = { name, happened_at: at.toISOString() };
    await this.#driver.write((connection) => connection.run(recordActivity, row));
  }

  async listActivities(): Promise<readonly LastActivity[]> {
    return (await this.#driver.read.all(listActivities, {})).map(({ name, happened_at: at }) => ({
      name: String(name) as ActivityName,
      at: new Date(String(at)),
    }));
  }
}

function merchantParameters({ tenant, merchantId }: TenantAndMerchantId) {
  return { tenant, merchant_id: merchantId };
}

/** @throws PayIndexError `record_unreadable` */
function parseSecretRow({ version, added_at, secret }: SqlRow): InstallationSecret {
  const addedAt = new Date(String(added_at));
  if (!Number.isNaN(addedAt.getTime()) && /^[\w-]{43}$/.test(String(secret)))
    return { version: Number(version), addedAt, value: String(secret) };
  const message = `The installation's secret ${version} in the store is damaged.`;
  throw new PayIndexError("record_unreadable", message);
}

/** The part of a SQL store that pages for staff read. */
export class SqlStaffStore extends SqlInstallationStore implements StaffStore {
  readonly #driver: Pick<SqlDriver, "read" | "write" | "skipLocked">;
  readonly #read: SqlDriver["read"];

  constructor(driver: Pick<SqlDriver, "read" | "write" | "skipLocked">) {
    super(driver);
    this.#driver = driver;
    this.#read = driver.read;
  }

  async listAttempts(selection: AttemptSelection): Promise<readonly ListedAttempt[]> {
    if (selection.tenants?.length === 0) return [];
    const { text, parameters } = buildListAttemptsStatement(selection);
    const rows = await this.#read.all(text, parameters);
    return rows.map((row) => ({
      attempt: attemptFromRow(row),
      hasOpenReviewItems: Number(row.is_open) === 1,
    }));
  }

  async readBacklogs(read: BacklogSelection): Promise<Backlogs> {
    const { text, parameters } = buildReadBacklogsStatement(read);
    const rows = await this.#read.all(text, parameters);
    const part = (name: string) => rows.find((row) => row.part === name);
    return {
      overdueJobs: backlogFromRow(part("jobs")),
      reviewItems: backlogFromRow(part("items")),
      lastNotificationAt: backlogFromRow(part("notification")).oldestAt,
    };
  }

  async countAttempts(limit: number): Promise<number> {
    // A transaction that writes nothing still locks a whole SQLite database.
    if ((await this.#read.all(buildListUncountedSql(), { limit: 1 })).length === 0) return 0;
    const { skipLocked } = this.#driver;
    return this.#driver.write((connection) => countAttempts(connection, limit, skipLocked));
  }

  async readDailyCounts({ first, last, tenants }: DailyCountSelection): Promise<readonly DailyCount[]> {
    const parameters = { first, last, ...named("tenant", tenants ?? []) };
    return (await this.#read.all(buildReadDailyCountsSql({ tenants }), parameters)).map(dailyCountFromRow);
  }

  async listRefundedCharges(
    { lastRefundAt, attemptId, number }: RefundPosition,
    limit: number,
  ): Promise<readonly RefundedCharge[]> {
    const parameters = { after_at: lastRefundAt, after_id: attemptId, after_number: number, limit };
    return (await this.#read.all(listRefundedChargesSql, parameters)).map(refundedChargeFromRow);
  }

  async listPaidCycles(selection: PaidCycleSelection): Promise<readonly PaidCycle[]> {
    return (await this.#read.all(listPaidCyclesSql, paidCycleParameters(selection))).map(paidCycleFromRow);
  }

  async listCreatedReviewItems(selection: CreatedReviewItemSelection): Promise<readonly ReviewItem[]> {
    const { after, before, limit } = selection;
    const after_at = new Date(after.createdAt).toISOString();
    const parameters = { after_at, after_id: after.id, before: before.toISOString(), limit };
    return (await this.#read.all(listCreatedReviewItemsSql, parameters)).map(reviewItemFromRow);
  }
}

function backlogFromRow(row: SqlRow | undefined): Backlog {
  const count = Number(row?.count ?? 0);
  return {
    count: Math.min(count, backlogLimit),
    hasMore: count > backlogLimit,
    oldestAt: typeof row?.at === "string" ? row.at : undefined,
  };
}
