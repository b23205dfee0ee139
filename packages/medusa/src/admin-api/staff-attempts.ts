import type { MedusaContainer } from "@medusajs/framework/types";
import { isPayIndexError } from "@pay-index/core";
import { resolvePayIndex } from "../resolve-pay-index.ts";
import type { AttemptListQuery } from "./attempt-list-query.ts";
import {
  type AttemptListView,
  type GatewayQueryResultView,
  toGatewayQueryResultView,
  toListedAttemptView,
} from "./attempt-views.ts";
import { findCartSummaries } from "./cart-summaries.ts";
import { searchAllCarts } from "./search-carts.ts";
import { toMedusaError } from "./staff-errors.ts";
import { invalidQueryParametersError } from "./staff-query-parameters.ts";

/**
 * Returns one page of the attempts of all carts, the newest first, with buyer and goods as Medusa has them now.
 *
 * @throws MedusaError `invalid_data`: `after` is not an attempt
 */
export async function listStaffAttempts(
  container: Pick<MedusaContainer, "resolve">,
  { group, q, limit, after }: AttemptListQuery,
): Promise<AttemptListView> {
  const { gateway } = resolvePayIndex(container);
  const references = await searchAllCarts(container, q);
  const page = await gateway
    .attempts({ group, text: q, references, limit, after })
    .catch((error: unknown) => {
      throw toQueryError(error);
    });
  const cartIds = page.attempts.map(({ reference }) => reference);
  const summaries = await findCartSummaries(container, cartIds);
  return {
    attempts: page.attempts.map((attempt) => toListedAttemptView(attempt, summaries.get(attempt.reference))),
    next: page.next ?? null,
  };
}

/**
 * Asks the gateway about these attempts, of all merchants, and returns the answer about each, in their order.
 *
 * @throws MedusaError `not_allowed`: the option `operations.query` is not set
 */
export async function askGatewayAboutAttempts(
  container: Pick<MedusaContainer, "resolve">,
  attemptIds: readonly string[],
): Promise<readonly GatewayQueryResultView[]> {
  const { gateway } = resolvePayIndex(container);
  const answers = await gateway.queryAttempts({ attemptIds }).catch((error: unknown) => {
    throw toMedusaError(error);
  });
  return answers.map(toGatewayQueryResultView);
}

function toQueryError(error: unknown): unknown {
  if (isPayIndexError(error, "query_invalid")) return invalidQueryParametersError(error.problems);
  if (isPayIndexError(error, "attempt_unknown"))
    return invalidQueryParametersError([
      { path: "after", message: "must be the gateway order ID of an attempt" },
    ]);
  return error;
}
