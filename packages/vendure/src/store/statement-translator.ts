import { type SqlParameters, type SqlValue, storeTableNames } from "@pay-index/core/store";

interface TranslatedStatement {
  readonly text: string;
  /** The parameter of each place, in order. */
  readonly names: readonly string[];
}

const tables = new RegExp(`\\b(?:${storeTableNames.join("|")})\\b`, "g");

/** The parameter style of a database: `$1`, the same for each use of a name, or `?` for each use. */
export type ParameterStyle = "numbered" | "positional";

/**
 * Translates core's statements with named parameters for one database. The statements are few, and none has a colon in
 * a text.
 */
export class StatementTranslator {
  readonly #known = new Map<string, TranslatedStatement>();

  /** @param head the text before every table name: a schema, a prefix, or nothing */
  constructor(
    private readonly marks: ParameterStyle,
    private readonly head: string,
  ) {}

  of(sql: string, parameters: SqlParameters): { text: string; values: SqlValue[] } {
    const { text, names } = this.#known.get(sql) ?? this.#learn(sql);
    return { text, values: names.map((name) => parameters[name] ?? null) };
  }

  #learn(sql: string): TranslatedStatement {
    const names: string[] = [];
    const mark = (name: string) => {
      const isNew = this.marks === "positional" || !names.includes(name);
      if (isNew) names.push(name);
      return this.marks === "positional" ? "?" : `$${names.indexOf(name) + 1}`;
    };
    const text = sql
      .replace(tables, `${this.head}$&`)
      .replace(/:(\w+)/g, (_whole, name: string) => mark(name));
    const learned = { text, names };
    this.#known.set(sql, learned);
    return learned;
  }
}
