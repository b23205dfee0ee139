import { createHash } from "node:crypto";
import type { SqlParameters, SqlValue } from "./driver.ts";

export interface PreparedStatement {
  /** The name of the prepared statement. The same text has the same name in every process and release. */
  readonly name: string;
  readonly text: string;
  readonly values: readonly SqlValue[];
}

interface NumberedStatement extends Omit<PreparedStatement, "values"> {
  /** The name of `$1`, of `$2` … */
  readonly names: readonly string[];
}

const statementCache = new Map<string, NumberedStatement>();

/** Converts a statement with `:named` parameters for Postgres: `$1`, `$2` …, one number for each name. */
export function numberParameters(sql: string, parameters: SqlParameters): PreparedStatement {
  const { name, text, names } = statementCache.get(sql) ?? parseStatement(sql);
  return { name, text, values: names.map((each) => parameters[each] ?? null) };
}

/** The statements are few, and none of them has a colon in a text. */
function parseStatement(sql: string): NumberedStatement {
  const names: string[] = [];
  const text = sql.replace(/:(\w+)/g, (_whole, name: string) => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  const digest = createHash("sha256").update(text).digest("hex");
  const learned = { name: `pay_index_${digest.slice(0, 20)}`, text, names };
  statementCache.set(sql, learned);
  return learned;
}
