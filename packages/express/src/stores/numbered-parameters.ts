import type { SqlParameters, SqlValue } from "@pay-index/core";

interface Numbered {
  readonly text: string;
  /** The name of `$1`, of `$2` … */
  readonly names: readonly string[];
}

const known = new Map<string, Numbered>();

/** A statement with `:named` parameters as Postgres takes it: `$1`, `$2` …, one number for each name. */
export function numbered(sql: string, parameters: SqlParameters): { text: string; values: SqlValue[] } {
  const { text, names } = known.get(sql) ?? learn(sql);
  return { text, values: names.map((name) => parameters[name] ?? null) };
}

/** The statements are few, and none of them has a colon in a text. */
function learn(sql: string): Numbered {
  const names: string[] = [];
  const text = sql.replace(/:(\w+)/g, (_whole, name: string) => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  const learned = { text, names };
  known.set(sql, learned);
  return learned;
}
