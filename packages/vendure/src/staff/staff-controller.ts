import { All, Controller, Req, Res } from "@nestjs/common";
import type { HttpRequest, HttpResponse } from "@pay-index/server";
import { Allow, ConfigService, Ctx, Permission, RequestContext } from "@vendure/core";
import { findForeignVendureRequestProblem } from "../check-origin-against-cors.ts";
import { PayIndexService } from "../pay-index-service.ts";
import { VendureStaffHost } from "./vendure-staff-host.ts";

/** Where the dashboard finds the staff API. It is beside Vendure's own APIs, which answer for all paths below theirs. */
const staffPath = "pay-index-staff";

/** The staff API, with Vendure's sessions, permissions and channels. */
@Controller(staffPath)
export class StaffController {
  constructor(
    private readonly payIndex: PayIndexService,
    private readonly staffHost: VendureStaffHost,
    private readonly config: ConfigService,
  ) {}

  // The staff API itself refuses whoever is not signed in, with an error that its pages understand.
  @All("*path")
  @Allow(Permission.Public)
  async answer(
    @Ctx() ctx: RequestContext,
    @Req() request: HttpRequest,
    @Res() response: HttpResponse,
  ): Promise<void> {
    const { pathname, searchParams } = new URL(request.url, "http://localhost");
    // Vendure has read these two. The staff API refuses parameters that it does not know.
    for (const name of ["languageCode", this.config.apiOptions.channelTokenKey]) searchParams.delete(name);
    request.url = `${pathname}?${searchParams}`;
    const path = pathname.split("/").slice(2).join("/");
    const identify = () => this.staffHost.identify(ctx);
    const problem = request.method === "GET" ? undefined : await this.findForeignProblem(request);
    if (problem === undefined) return this.payIndex.staff({ request, response, path, identify });
    const { status, code, message } = problem;
    response.writeHead(status, { "content-type": "application/json; charset=utf-8" });
    response.end(JSON.stringify({ error: { code, message, problems: [] } }));
  }

  private findForeignProblem({ headers }: HttpRequest) {
    return findForeignVendureRequestProblem(this.config.apiOptions.cors, headers);
  }
}
