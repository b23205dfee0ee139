import type { RequestContext, TransactionalConnection } from "@vendure/core";
import type { QueryRunner } from "typeorm";
import { PayIndexPayment } from "../entities/entities.ts";

/** Returns the connection with the open transaction of the context. */
export function requireActiveQueryRunner(vendure: TransactionalConnection, ctx: RequestContext): QueryRunner {
  const runner = vendure.getRepository(ctx, PayIndexPayment).manager.queryRunner;
  if (runner === undefined || runner.isReleased || !runner.isTransactionActive)
    throw new Error("This context is in no transaction, or its transaction has ended.");
  return runner;
}
