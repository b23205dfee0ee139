/*
 * What MariaDB and MySQL do differently from Postgres and SQLite. Core's statements have one form for each of these, so rules over their text
 * are enough; the store contract runs every statement.
 */

/** One statement of core as steps of one transaction. Each can be a statement of its own only because the rows stay locked in between. */
export interface MariadbSteps {
  /** Selects and locks rows. Their ids are the list `:chosen` of the next steps, which are left out if there are none. */
  readonly choose?: string;
  readonly main: string;
  /** Reads what `RETURNING` returned. Without it, the rows of `choose`. */
  readonly returning?: string;
  /** Whether `main` inserts, and reports by the insert id 1 that the row existed and stayed as it was. */
  readonly mayKeepRow?: true;
}

const known = new Map<string, MariadbSteps>();

/** Returns the steps for a statement of core. */
export function toMariadbSteps(sql: string): MariadbSteps {
  const steps = known.get(sql) ?? translate(sql);
  known.set(sql, steps);
  return steps;
}

/** The statements are few: their lists have few lengths. */
function translate(sql: string): MariadbSteps {
  const chosen =
    /^WITH (\w+) AS MATERIALIZED \(\s*(SELECT.*?)\s*\) ((?:UPDATE|DELETE).*)\sWHERE id IN \(SELECT id FROM \1\)(?: RETURNING (.*))?$/s;
  const [, , select, change, columns] = chosen.exec(sql) ?? [];
  if (select !== undefined && change !== undefined) {
    const rows = "WHERE id IN (:chosen)";
    return {
      choose: toMariadb(/FOR UPDATE/.test(select) ? select : `${select} FOR UPDATE`),
      main: `${change} ${rows}`,
      ...(columns === undefined ? {} : { returning: `SELECT ${columns} FROM ${tableOf(change)} ${rows}` }),
    };
  }
  if (sql.startsWith("INSERT")) return translateInsert(sql);
  const [, statement = sql, returned] = /^((?:UPDATE|DELETE).*)\sRETURNING (.*)$/s.exec(sql) ?? [];
  if (returned === undefined) return { main: toMariadb(sql) };
  if (statement.startsWith("DELETE"))
    return { choose: `SELECT ${returned} ${statement.slice("DELETE ".length)} FOR UPDATE`, main: statement };
  // The row is named by its key, and the update has locked it.
  const [, key] = /WHERE (\w+ = :\w+)/.exec(statement) ?? [];
  return { main: statement, returning: `SELECT ${returned} FROM ${tableOf(statement)} WHERE ${key}` };
}

function tableOf(statement: string): string {
  return /pay_index_\w+/.exec(statement)?.[0] ?? "";
}

const conflictPattern =
  /^(.*)\sON CONFLICT \(([^)]*)\) DO (?:NOTHING|UPDATE SET\s+(.*?)(?:\sWHERE (.*?))?)(?:\sRETURNING (.*))?$/s;

/**
 * The number of affected rows depends on a flag of the connection, so an insert id tells that a row was kept: no table of the store has
 * generated ids. `INSERT IGNORE` would also ignore values that do not fit.
 */
function translateInsert(sql: string): MariadbSteps {
  const [, insert, keys = "", set, condition, returned] = conflictPattern.exec(sql) ?? [];
  if (insert === undefined) return { main: toMariadb(sql) };
  const [key = ""] = keys.split(", ");
  const kept = (column: string) => `IF(LAST_INSERT_ID(1) = 1, ${column}, ${column})`;
  const own = (column: string) => `${tableOf(sql)}.${column}`;
  const assignments = splitAssignments(set ?? "").map(([column, value]) =>
    condition === undefined
      ? `${column} = ${value}`
      : `${column} = IF(${condition}, ${value}, ${kept(own(column))})`,
  );
  const update = set === undefined ? `${key} = ${kept(own(key))}` : assignments.join(", ");
  const isRow = keys
    .split(", ")
    .map((column) => `${column} = :${column}`)
    .join(" AND ");
  return {
    main: toMariadb(`${insert} ON DUPLICATE KEY UPDATE ${update}`).replace(
      /\bexcluded\.(\w+)/g,
      "VALUES($1)",
    ),
    mayKeepRow: true,
    ...(returned === undefined
      ? {}
      : { returning: `SELECT ${returned} FROM ${tableOf(sql)} WHERE ${isRow}` }),
  };
}

/** MariaDB assigns from left to right, and a later expression reads the new values: core assigns what a condition reads last. */
function splitAssignments(set: string): (readonly [column: string, value: string])[] {
  const starts = [...set.matchAll(/(?:^|,\s+)(\w+) = /g)];
  return starts.map((start, index) => [
    start[1] ?? "",
    set.slice(start.index + start[0].length, starts[index + 1]?.index).trim(),
  ]);
}

const rules: readonly (readonly [RegExp, string])[] = [
  [/ AS MATERIALIZED \(/g, " AS ("],
  [/CAST\(NULL AS \w+\)/g, "NULL"],
  // A cast text would have the collation of the connection, and no index would serve it.
  [/CAST\((:\w+) AS (?:TEXT|INTEGER)\)/g, "$1"],
  [/ AS TEXT\)/g, " AS CHAR)"],
  [/ AS NUMERIC\)/g, " AS DECIMAL(65))"],
  [/ IN \(VALUES /g, " IN ("],
  // `||` is OR.
  [/(\w+) \|\| ''/g, "CONCAT($1, '')"],
  // Begins with the few rows on the left, as core means it.
  [/ CROSS JOIN /g, " STRAIGHT_JOIN "],
  // It names a partial index, and makes MariaDB expect fewer rows.
  [/\w+ > '' AND /g, ""],
  // An index serves no comparison of rows.
  [
    /\(([\w.]+), ([\w.]+), ([\w.]+)\) > \((:\w+), (:\w+), (:\w+)\)/g,
    "($1 > $4 OR ($1 = $4 AND $2 > $5) OR ($1 = $4 AND $2 = $5 AND $3 > $6))",
  ],
  [/\(([\w.]+), ([\w.]+)\) ([<>]) \((:\w+), (:\w+)\)/g, "($1 $3 $4 OR ($1 = $4 AND $2 $3 $5))"],
];

function toMariadb(sql: string): string {
  return rules.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), sql);
}
