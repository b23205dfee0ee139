import type { SqlConnection, SqlParameters, SqlRow } from "@pay-index/core/store";
import type { QueryRunner } from "typeorm";
import type { StatementTranslator } from "./statement-translator.ts";

/** One connection of TypeORM, within or outside of a transaction. */
export class QueryRunnerConnection implements SqlConnection {
  constructor(
    private readonly runner: QueryRunner,
    private readonly statements: StatementTranslator,
  ) {}

  async all(sql: string, parameters: SqlParameters): Promise<readonly SqlRow[]> {
    return (await this.query(sql, parameters)).records;
  }

  async run(sql: string, parameters: SqlParameters): Promise<number> {
    return (await this.query(sql, parameters)).affected ?? 0;
  }

  protected query(sql: string, parameters: SqlParameters) {
    const { text, values } = this.statements.of(sql, parameters);
    return this.runner.query(text, values, true);
  }
}
