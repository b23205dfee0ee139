import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from "@nestjs/common";
import { type GqlContextType, GqlExecutionContext } from "@nestjs/graphql";
import { Refund, TransactionalConnection } from "@vendure/core";
import type { GraphQLResolveInfo } from "graphql";
import { concatMap } from "rxjs";
import { RefundSubmitter } from "./refund-submitter.ts";

type HandlerResult = ReturnType<CallHandler["handle"]>;

/**
 * Submits the refunds that a mutation created, after its transaction and before its answer, so that staff see at once
 * whether the gateway took them. Runs outside of Vendure's own interceptor for transactions, because it is global.
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
        const isChanged = await this.submitter.submitOf(req);
        return isChanged && result instanceof Refund ? this.reload(result) : result;
      }),
    );
  }

  private async reload(refund: Refund): Promise<Refund> {
    const { id } = refund;
    const current = await this.connection.rawConnection.getRepository(Refund).findOneBy({ id });
    return Object.assign(refund, current);
  }
}
