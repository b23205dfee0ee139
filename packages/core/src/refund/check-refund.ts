import type { Engine } from "../engine.ts";
import type { Merchant } from "../options/merchant-list.ts";
import type { Attempt } from "../payment/attempt.ts";
import type { GatewayRefund } from "../payment/gateway-refunds.ts";
import type { RefundFact } from "../payment/refund-fact.ts";
import { readAmount } from "../payment/refundable-charge.ts";
import type { Operation } from "../protocol/operations/operation.ts";
import { buildRefundQueryForm } from "../protocol/operations/operation-form.ts";
import { type RefundQueryReply, readRefundQueryReply } from "../protocol/operations/refund-reply.ts";
import { postForm } from "../protocol/post-form.ts";
import { truncateText } from "../verification/verified-notification.ts";

/** A refund without a result, and the other refunds of its charge. */
export interface RefundToCheck {
  readonly attempt: Attempt;
  readonly merchant: Merchant;
  readonly operation: Operation;
  readonly refund: GatewayRefund;
  readonly others: readonly GatewayRefund[];
}

/**
 * Asks the gateway about a refund, and returns what its reply proves (RFQ-FACT): nothing, or a fact. A reply about another refund of the
 * payment is no proof about this one.
 */
export async function checkRefund<Tx>(
  engine: Engine<Tx>,
  check: RefundToCheck,
): Promise<RefundFact | undefined> {
  const reply = await engine.queries.run(engine.settings.operations.query ?? defaultLimits, () =>
    askAboutRefund(engine, check),
  );
  if (reply === "silent" || reply === "closed" || reply.outcome === "unknown") return undefined;
  return provenFact(reply, check, engine.platform.now().toISOString());
}

/** The limits of queries if the option `operations.query` sets none. */
const defaultLimits = { concurrency: 4, minimumGap: 0.1 };

async function askAboutRefund<Tx>(
  { platform, settings }: Engine<Tx>,
  { attempt, merchant, operation, refund }: RefundToCheck,
) {
  const { attemptId, merchantId } = attempt;
  const { transactionId, refundId } = refund;
  const form = buildRefundQueryForm(
    { merchantId, attemptId, transactionId, refundId },
    { key: merchant.keys.current, operation },
  );
  const url = `${settings.gateway}${operation.path}`;
  const answer = await postForm(platform, { url, form, timeout: settings.timeout * 1000 });
  if (answer.outcome === "unknown") return answer;
  return readRefundQueryReply(answer.body, { merchantId, attemptId, keys: merchant.keys });
}

function provenFact(
  reply: RefundQueryReply,
  { attempt, refund, others }: RefundToCheck,
  at: string,
): RefundFact | undefined {
  if (!("refund" in reply)) return undefined;
  const { transactionId, refundAmount, currency } = reply.refund;
  const refundId = truncateText(reply.refund.refundId);
  const amount = readAmount(refundAmount, attempt.amount.currency);
  const isForeign =
    refundId === "" ||
    amount === undefined ||
    transactionId !== refund.transactionId ||
    (currency !== "" && currency.toUpperCase() !== attempt.amount.currency);
  if (isForeign || others.some((each) => each.refundId === refundId)) return undefined;
  if (refund.refundId !== undefined && refund.refundId !== refundId) return undefined;
  if (reply.outcome !== "requested")
    return {
      ...{ source: "refund", at, step: "reported", reporter: "refund-query" },
      ...{ refundId, transactionId, amount, outcome: reply.outcome },
      // The commit decides this.
      ofOrder: false,
    };
  const isNamed = refund.refundId === undefined && refund.requestId !== undefined;
  if (!isNamed || amount.minor !== refund.amount.minor) return undefined;
  return {
    source: "refund",
    at,
    step: "answered",
    requestId: refund.requestId,
    outcome: "accepted",
    refundId,
  };
}
