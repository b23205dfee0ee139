import type { IncomingHttpHeaders } from "node:http";
import {
  applyDecorators,
  type CanActivate,
  type ExecutionContext,
  Injectable,
  UseGuards,
} from "@nestjs/common";
import { GqlExecutionContext, Mutation } from "@nestjs/graphql";
import type { ForeignRequestProblem } from "@pay-index/server";
import { Allow, ConfigService, I18nError, LogLevel, type Permission } from "@vendure/core";
import { findForeignVendureRequestProblem } from "./check-origin-against-cors.ts";

/** Apollo uses `http.status` for the response. Clients recognize the error by `extensions.code`. */
class ForeignRequestError extends I18nError {
  constructor({ code, status }: ForeignRequestProblem) {
    super(`error.pay-index-${code}`, {}, `PAY_INDEX_${code.toUpperCase()}`, LogLevel.Verbose);
    this.extensions.http = { status };
  }
}

/** Refuses requests of other sites. Vendure runs mutations from forms as well, and permits every origin by default. */
@Injectable()
class CrossSiteRequestGuard implements CanActivate {
  constructor(private readonly config: ConfigService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { req } = GqlExecutionContext.create(context).getContext<{
      req: { headers: IncomingHttpHeaders };
    }>();
    const problem = await findForeignVendureRequestProblem(this.config.apiOptions.cors, req.headers);
    if (problem !== undefined) throw new ForeignRequestError(problem);
    return true;
  }
}

/** Declares a mutation for callers with this permission. Each mutation of the plugin uses it. */
export function GuardedMutation(permission: Permission): MethodDecorator {
  return applyDecorators(Mutation(), UseGuards(CrossSiteRequestGuard), Allow(permission));
}
