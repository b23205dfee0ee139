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
import type { SqlDriver, SqlRow } from "./driver.ts";
import { SqlInstallationStore } from "./sql-installation-store.ts";
import { buildListAttemptsStatement, buildReadBacklogsStatement } from "./staff-statements.ts";

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
