import { Injectable } from "@nestjs/common";
import { type BulkQueryResult, isPayIndexError, type QueryResult } from "@pay-index/core";
import { bulkLimit } from "@pay-index/core/adapter";
import { type RequestContext, UserInputError } from "@vendure/core";
import { PayIndexService } from "../pay-index-service.ts";
import { StaffOverview } from "./staff-overview.ts";
import { toEnum } from "./views.ts";

export type QueriedAttemptView = ReturnType<typeof toQueriedAttemptView>;

/** Asks the gateway about attempts that the list of the current channel contains. */
@Injectable()
export class StaffQueries {
  constructor(
    private readonly overview: StaffOverview,
    private readonly payIndex: PayIndexService,
  ) {}

  /**
   * Returns the answer about each attempt, in the order of the ids.
   *
   * @throws UserInputError if this shop does not ask, or if there are no ids, too many, or one of them twice
   */
  async query(ctx: RequestContext, attemptIds: readonly string[]): Promise<QueriedAttemptView[]> {
    if (!this.payIndex.gateway.capabilities()["payment-query"].supported)
      throw new UserInputError("error.pay-index-operation-disabled");
    const wanted = new Set(attemptIds);
    if (attemptIds.length === 0 || attemptIds.length > bulkLimit || wanted.size < attemptIds.length)
      throw new UserInputError("error.pay-index-attempts-count", { limit: bulkLimit });
    const answers = await this.ask(await this.overview.findListed(ctx, attemptIds));
    const unknown = ctx.translate("error.pay-index-attempt-unknown");
    return attemptIds.map((attemptId) => {
      const answer = answers.find((each) => each.attemptId === attemptId);
      return toQueriedAttemptView(ctx, answer ?? { attemptId, problem: unknown });
    });
  }

  private async ask(attemptIds: readonly string[]): Promise<readonly BulkQueryResult[]> {
    const { gateway } = this.payIndex;
    const [attemptId] = attemptIds;
    if (attemptId === undefined) return [];
    if (attemptIds.length > 1) return gateway.queryAttempts({ attemptIds });
    // A person waits for this one answer, so core does not apply the limits of several queries to it (QRY-BUDGET).
    try {
      return [{ attemptId, result: await gateway.query({ attemptId }) }];
    } catch (error) {
      if (isPayIndexError(error, "merchant_missing")) return [{ attemptId, problem: error.message }];
      throw error;
    }
  }
}

function toQueriedAttemptView(ctx: RequestContext, answer: BulkQueryResult) {
  const { attemptId } = answer;
  if ("problem" in answer) return { attemptId, outcome: "NOT_ASKED", problem: answer.problem };
  const { result } = answer;
  if (result.outcome === "reported") return { attemptId, outcome: "REPORTED", state: toEnum(result.state) };
  const isNotSent = result.outcome === "unknown" && result.reason === "not_sent";
  return {
    attemptId,
    outcome: isNotSent ? "NOT_ASKED" : toEnum(result.outcome),
    problem: problemOf(ctx, result),
  };
}

type UnreportedResult = Exclude<QueryResult, { readonly outcome: "reported" }>;

function problemOf(ctx: RequestContext, result: UnreportedResult): string {
  if (result.outcome === "rejected") return result.text ?? ctx.translate("error.pay-index-query-rejected");
  const { outcome, reason } = result;
  if (outcome === "unverified") return ctx.translate("error.pay-index-answer-unverified", { reason });
  if (reason === "not_sent") return ctx.translate("error.pay-index-query-not-sent");
  return ctx.translate("error.pay-index-answer-unusable", { reason });
}
