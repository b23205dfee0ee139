import type { IncomingHttpHeaders } from "node:http";
import { type CanActivate, type ExecutionContext, Injectable } from "@nestjs/common";
import { GqlExecutionContext } from "@nestjs/graphql";
import { findStaffRequestProblem, type StaffRequestProblem } from "@pay-index/server";
import { ConfigService, I18nError, LogLevel } from "@vendure/core";
import { checkOriginAgainstCors } from "./check-origin-against-cors.ts";

/** Apollo uses `http.status` for the response. Clients recognize the error by `extensions.code`. */
class ForeignRequestError extends I18nError {
  constructor({ code, status }: StaffRequestProblem) {
    super(`error.pay-index-${code}`, {}, `PAY_INDEX_${code.toUpperCase()}`, LogLevel.Verbose);
    this.extensions.http = { status };
  }
}

/** Refuses requests of other sites. Vendure runs mutations from forms as well, and permits every origin by default. */
@Injectable()
export class CrossSiteRequestGuard implements CanActivate {
  constructor(private readonly config: ConfigService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { req } = GqlExecutionContext.create(context).getContext<{
      req: { headers: IncomingHttpHeaders };
    }>();
    const cors = await checkOriginAgainstCors(this.config.apiOptions.cors, req.headers.origin ?? "");
    const problem = findStaffRequestProblem({ headers: req.headers, cors });
    if (problem !== undefined) throw new ForeignRequestError(problem);
    return true;
  }
}
