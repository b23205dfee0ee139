import { isPayIndexError } from "@pay-index/core";
import { maskText } from "@pay-index/core/adapter";
import { checkTables } from "@pay-index/postgres/maintenance";
import type { ShopPostgresPool } from "../config/define-config.ts";
import type { Finding, FindingCode } from "./finding.ts";

/** Each transaction uses one connection, also while the shop's own code runs. */
const smallestPool = 5;

/** Checks the pool of a shop on Postgres, and its tables. */
export async function checkDatabase(pool: ShopPostgresPool): Promise<Finding[]> {
  const { max = 10 } = pool.options;
  const size: Finding[] =
    max >= smallestPool
      ? []
      : [
          {
            code: "pool_small",
            found: `The pool has at most ${max} ${max === 1 ? "connection" : "connections"}.`,
            advice: `Give it at least ${smallestPool}: each transaction uses one, also while your order code runs.`,
          },
        ];
  return [...size, ...(await checkConnection(pool))];
}

async function checkConnection(pool: ShopPostgresPool): Promise<Finding[]> {
  try {
    const client = await pool.connect();
    try {
      await checkTables(client);
      return [];
    } finally {
      client.release();
    }
  } catch (error) {
    return [databaseFinding(error)];
  }
}

/** Returns a failure of the database as a finding. */
export function databaseFinding(error: unknown): Finding {
  const message = maskText(String(Object(error).message || Object(error).code || "unknown"));
  return {
    code: databaseCode(error, message),
    found: message,
    advice: adviceFor(databaseCode(error, message)),
  };
}

function databaseCode(error: unknown, message: string): FindingCode {
  if (isPayIndexError(error, "record_unreadable")) return "database_newer";
  return message.includes("pay-index migrate") ? "database_not_migrated" : "database_unreachable";
}

function adviceFor(code: FindingCode): string {
  if (code === "database_newer") return "Install the newer release again: tables are never taken back.";
  if (code === "database_not_migrated")
    return "Run npx pay-index migrate as a user who may create tables, then start the shop.";
  return "Check the address, the user and the password of the database, and that it accepts connections from here.";
}
