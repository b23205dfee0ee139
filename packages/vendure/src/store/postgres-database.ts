import type { SqlConnection } from "@pay-index/core/store";
import { transactionSettingsSql } from "@pay-index/postgres/adapter";
import type { QueryRunner } from "typeorm";
import type { PostgresDriver } from "typeorm/driver/postgres/PostgresDriver.js";
import { QueryRunnerConnection } from "./query-runner-connection.ts";
import { ServerDatabase } from "./server-database.ts";

export class PostgresDatabase extends ServerDatabase {
  protected override readonly isolation = "READ COMMITTED";

  protected get mostConnections(): number {
    return (this.vendure.rawConnection.driver as PostgresDriver).master.options.max;
  }

  protected connect(runner: QueryRunner): SqlConnection {
    return new QueryRunnerConnection(runner, this.statements);
  }

  protected begin(runner: QueryRunner): Promise<unknown> {
    return runner.query(transactionSettingsSql);
  }
}
