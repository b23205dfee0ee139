import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from "@nestjs/common";
import { type GqlContextType, GqlExecutionContext } from "@nestjs/graphql";
import { Refund, TransactionalConnection, UserInputError } from "@vendure/core";
import type { GraphQLResolveInfo } from "graphql";
import { concatMap } from "rxjs";
import { RefundSubmitter } from "./refund-submitter.ts";

type HandlerResult = ReturnType<CallHandler["handle"]>;

/**
 * Submits the refunds that a mutation created, after its transaction and before its answer, so that staff see at once
 * whether the gateway took them. A refused refund is an error, and stays in Vendure as failed. Runs outside of Vendure's own interceptor for transactions, because it is global.
 */
@Injectable()
export class RefundInterceptor implements NestInterceptor {
  constructor(
    private readonly connection: TransactionalConnection,
    private readonly submitter: RefundSubmitter,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): HandlerResult {
    if (context.getType<GqlContextType>() !== "graphql") return next.handle();
    const asked = GqlExecutionContext.create(context);
    const { parentType } = asked.getInfo<Partial<GraphQLResolveInfo> | undefined>() ?? {};
    if (parentType?.name !== "Mutation") return next.handle();
    const { req } = asked.getContext<{ readonly req: object }>();
    return next.handle().pipe(
      concatMap(async (answer: unknown) => {
        // Vendure's interceptor passes on a promise.
        const result = await answer;
        const refusals = await this.submitter.submitOf(req);
        if (refusals === undefined || !(result instanceof Refund)) return result;
        const reason = refusals.get(result.id);
        // With the failed refund as the answer, Vendure's dashboard would report success.
        if (reason !== undefined) throw new UserInputError("error.pay-index-refund-refused", { reason });
        return this.reload(result);
      }),
    );
  }

  private async reload(refund: Refund): Promise<Refund> {
    const { id } = refund;
    const current = await this.connection.rawConnection.getRepository(Refund).findOneBy({ id });
    return Object.assign(refund, current);
  }
}
