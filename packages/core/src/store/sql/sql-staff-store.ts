import { PayIndexError } from "../../errors.ts";
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
  type ListedAttempt,
  type StaffStore,
} from "../../ports/staff-store.ts";
import { attemptFromRow } from "./convert-rows.ts";
import type { SqlDriver, SqlRow, SqlValue } from "./driver.ts";

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

const findEndedWindow = "SELECT id FROM pay_index_request_window WHERE ends_at <= :now LIMIT 1";

const deleteEndedWindows = "DELETE FROM pay_index_request_window WHERE ends_at <= :now";

/** Two processes can run this at the same time: the later instant stays. */
const recordActivity = `INSERT INTO pay_index_activity (name, happened_at) VALUES (:name, :happened_at)
ON CONFLICT (name) DO UPDATE SET happened_at = excluded.happened_at
WHERE pay_index_activity.happened_at < excluded.happened_at`;

const listActivities = "SELECT name, happened_at FROM pay_index_activity";

/** The installation's part of a SQL store. */
class SqlInstallationStore implements InstallationStore {
  readonly #driver: Pick<SqlDriver, "read" | "write">;

  constructor(driver: Pick<SqlDriver, "read" | "write">) {
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
  if (Number.isNaN(addedAt.getTime()) || !/^[\w-]{43}$/.test(String(secret)))
    throw new PayIndexError(
      "record_unreadable",
      `The installation's secret ${version} in the store is damaged.`,
    );
  return { version: Number(version), addedAt, value: String(secret) };
}

/** A statement with its parameters. */
interface Statement {
  readonly text: string;
  readonly parameters: Record<string, SqlValue>;
}

const newestFirst = "ORDER BY started_at DESC, attempt_id DESC LIMIT :limit";

/** Returns the statement of `listAttempts`. */
function buildListAttemptsStatement(selection: AttemptSelection): Statement {
  const { tenants = [], search, after, limit } = selection;
  const chosen = search === undefined ? newestOfEach(selection) : found(selection);
  return {
    text: `WITH chosen AS MATERIALIZED (
${chosen}
)
SELECT pay_index_attempt.attempt_id AS id, record, CASE WHEN EXISTS (
  SELECT 1 FROM pay_index_review_item WHERE pay_index_review_item.attempt_id = pay_index_attempt.attempt_id
  AND pay_index_review_item.tenant = pay_index_attempt.tenant
  AND pay_index_review_item.reference = pay_index_attempt.reference AND status = 'open'
) THEN 1 ELSE 0 END AS is_open
FROM chosen CROSS JOIN pay_index_attempt WHERE pay_index_attempt.attempt_id = chosen.attempt_id
ORDER BY pay_index_attempt.started_at DESC, pay_index_attempt.attempt_id DESC`,
    parameters: {
      ...named("tenant", tenants),
      ...(search === undefined ? {} : { text: search.text, ...named("reference", search.references) }),
      ...(after === undefined ? {} : { after_at: startedAt(after), after_id: after.attemptId }),
      limit,
    },
  };
}

/** The statement compares texts, so the instant has the form of the column. */
function startedAt({ createdAt }: { readonly createdAt: string }): string {
  return new Date(createdAt).toISOString();
}

/** Each arm reads the newest rows of one state and tenant from an index. Each names the condition of its index. */
function newestOfEach({ states, tenants, after }: AttemptSelection): string {
  const arms = states.flatMap((state) => {
    const ofState = `state = '${state}'${isAfter(after)}`;
    return tenants === undefined
      ? [`attempt_id > '' AND ${ofState}`]
      : tenants.map((_, index) => `started_at > '' AND merchant_tenant = :tenant_${index} AND ${ofState}`);
  });
  const rows = arms.map(
    (condition, index) => `SELECT * FROM (SELECT attempt_id, started_at FROM pay_index_attempt
WHERE ${condition} ${newestFirst}) AS arm_${index}`,
  );
  return `SELECT attempt_id FROM (\n${rows.join("\nUNION ALL\n")}\n) AS newest ${newestFirst}`;
}

function found({ states, tenants, search, after }: AttemptSelection): string {
  const references = [":text", ...(search?.references ?? []).map((_, index) => `:reference_${index}`)];
  const isState = `state IN (${states.map((state) => `'${state}'`).join(", ")})`;
  return `SELECT pay_index_attempt.attempt_id FROM (
SELECT CAST(:text AS TEXT) AS attempt_id
UNION SELECT attempt_id FROM pay_index_reported_transaction WHERE transaction_id = :text
UNION SELECT attempt_id FROM pay_index_attempt WHERE number > 0 AND reference IN (${references.join(", ")})
) AS matching CROSS JOIN pay_index_attempt
WHERE pay_index_attempt.attempt_id = matching.attempt_id AND ${isState}${isOfTenant(tenants, "merchant_tenant")}${isAfter(after, "pay_index_attempt.")}
ORDER BY started_at DESC, pay_index_attempt.attempt_id DESC LIMIT :limit`;
}

function isAfter(after: AttemptSelection["after"], table = ""): string {
  return after === undefined ? "" : ` AND (started_at, ${table}attempt_id) < (:after_at, :after_id)`;
}

function isOfTenant(tenants: AttemptSelection["tenants"], column: "tenant" | "merchant_tenant"): string {
  return tenants === undefined
    ? ""
    : ` AND ${column} IN (${tenants.map((_, index) => `:tenant_${index}`).join(", ")})`;
}

function named(name: string, values: readonly string[]): Record<string, string> {
  return Object.fromEntries(values.map((value, index) => [`${name}_${index}`, value]));
}

/** Returns the statement of `readBacklogs`: a row for each part. It counts one row more than the limit. */
function buildReadBacklogsStatement({ dueBefore, tenants }: BacklogSelection): Statement {
  const ofTenant = isOfTenant(tenants, "tenant");
  const arrived = (processed: 0 | 1) => `SELECT * FROM (SELECT received_at FROM pay_index_notification
WHERE processed = ${processed} ORDER BY received_at DESC LIMIT 1) AS processed_${processed}`;
  return {
    text: `SELECT 'jobs' AS part, COUNT(*) AS count, MIN(due_at) AS at FROM (SELECT due_at FROM pay_index_job
WHERE status = 'due' AND due_at <= :due_before${ofTenant} ORDER BY due_at LIMIT :limit) AS overdue
UNION ALL SELECT 'items', COUNT(*), MIN(created_at) FROM (SELECT created_at FROM pay_index_review_item
WHERE status = 'open' AND created_at > ''${ofTenant} ORDER BY created_at LIMIT :limit) AS open_items
UNION ALL SELECT 'notification', COUNT(*), MAX(received_at) FROM (
${arrived(0)}\nUNION ALL\n${arrived(1)}\n) AS arrived`,
    parameters: {
      due_before: dueBefore.toISOString(),
      limit: backlogLimit + 1,
      ...named("tenant", tenants ?? []),
    },
  };
}

/** The part of a SQL store that pages for staff read. */
export class SqlStaffStore extends SqlInstallationStore implements StaffStore {
  readonly #read: SqlDriver["read"];

  constructor(driver: Pick<SqlDriver, "read" | "write">) {
    super(driver);
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
}

function backlogFromRow(row: SqlRow | undefined): Backlog {
  const count = Number(row?.count ?? 0);
  return {
    count: Math.min(count, backlogLimit),
    hasMore: count > backlogLimit,
    oldestAt: typeof row?.at === "string" ? row.at : undefined,
  };
}
