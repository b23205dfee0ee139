import { Injectable } from "@nestjs/common";
import type { BulkQueryResult } from "@pay-index/core";
import { bulkLimit, toQueryResultFields } from "@pay-index/core/adapter";
import { type RequestContext, UserInputError } from "@vendure/core";
import { PayIndexService } from "../pay-index-service.ts";
import { StaffOverviewService } from "./staff-overview-service.ts";
import { toGraphqlEnum } from "./staff-views.ts";

export type GatewayQueryResultView = ReturnType<typeof toQueriedAttemptView>;

/** Asks the gateway about attempts that the list of the current channel contains. */
@Injectable()
export class StaffGatewayQueries {
  constructor(
    private readonly overview: StaffOverviewService,
    private readonly payIndex: PayIndexService,
  ) {}

  /**
   * Returns the answer about each attempt, in the order of the ids.
   *
   * @throws UserInputError if this shop does not ask, or if there are no ids, too many, or one of them twice
   */
  async query(ctx: RequestContext, attemptIds: readonly string[]): Promise<GatewayQueryResultView[]> {
    if (!this.payIndex.gateway.capabilities()["payment-query"].supported)
      throw new UserInputError("error.pay-index-operation-disabled");
    const wanted = new Set(attemptIds);
    if (attemptIds.length === 0 || attemptIds.length > bulkLimit || wanted.size < attemptIds.length)
      throw new UserInputError("error.pay-index-attempts-count", { limit: bulkLimit });
    const listed = await this.overview.findListed(ctx, attemptIds);
    const answers =
      listed.length === 0 ? [] : await this.payIndex.gateway.queryAttempts({ attemptIds: listed });
    return attemptIds.map((attemptId) =>
      toQueriedAttemptView(answers.find((each) => each.attemptId === attemptId) ?? unlisted(attemptId)),
    );
  }
}

/** An attempt that the list does not contain gets the same answer as one that does not exist. */
function unlisted(attemptId: string): BulkQueryResult {
  return { attemptId, outcome: "not-asked", reason: "attempt_unknown" };
}

function toQueriedAttemptView({ attemptId, ...result }: BulkQueryResult) {
  const { outcome, state, reason, text } = toQueryResultFields(result);
  return { attemptId, outcome: toGraphqlEnum(outcome), state: state && toGraphqlEnum(state), reason, text };
}
