import { Checkbox, StatusBadge, Text } from "@medusajs/ui";
import { Link } from "react-router-dom";
import type { ListedAttempt } from "./admin-api.ts";
import { AskGatewayButton } from "./ask-gateway-button.tsx";
import { attemptStateColors } from "./attempt-state-colors.ts";
import { FirstPeriodPrice, hasFirstPeriodPrice } from "./first-period-price.tsx";
import { OrderSummary } from "./order-summary.tsx";
import { useInstantFormat, useStaffTexts } from "./staff-texts.ts";
import type { Selection } from "./use-selection.ts";

interface Props {
  readonly attempt: ListedAttempt;
  /** Undefined if attempts cannot be selected. */
  readonly selection?: Selection<ListedAttempt>;
}

/** One attempt of the list, with a link to the page of its order or cart. */
export function AttemptRow({ attempt, selection }: Props) {
  const { page } = useStaffTexts();
  const { attempt_id, state } = attempt;
  return (
    <li className="flex min-w-0 gap-x-3 px-6 py-4" data-state={state} data-attempt={attempt_id}>
      {selection !== undefined && (
        <Checkbox
          aria-label={`${page.select}: ${attempt_id}`}
          checked={selection.has(attempt_id)}
          onCheckedChange={(checked) => selection.choose(attempt_id, checked === true)}
        />
      )}
      <AttemptDetails attempt={attempt} />
    </li>
  );
}

function AttemptDetails({ attempt }: Readonly<{ attempt: ListedAttempt }>) {
  const { states, attemptList, page } = useStaffTexts();
  const instant = useInstantFormat();
  const { attempt_id, order_id, cart_id, state, started_at, variant, transaction_ids } = attempt;
  const to = order_id === null ? `/pay-index/carts/${cart_id}` : `/orders/${order_id}`;
  const transactions = transaction_ids.join(", ");
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-y-1">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Link to={to} className="text-ui-fg-base txt-small-plus break-words underline">
          {page.attemptId}: {attempt_id}
        </Link>
        <Text size="small" className="text-ui-fg-subtle">
          {attemptList.started}: <time dateTime={started_at}>{instant(started_at, "short")}</time>
        </Text>
      </div>
      <div className="flex flex-wrap gap-2">
        <StatusBadge className="leading-normal" color={attemptStateColors[state]}>
          {states[state]}
        </StatusBadge>
        {attempt.has_open_review_items && <StatusBadge color="red">{attemptList.reviewItemOpen}</StatusBadge>}
      </div>
      <AttemptSummary attempt={attempt} />
      <Text size="xsmall" className="text-ui-fg-subtle break-words">
        {variant} · {cart_id}
        {transactions !== "" && ` · ${attemptList.transactions}: ${transactions}`}
      </Text>
      <AskGatewayButton attemptId={attempt_id} />
    </div>
  );
}

/** Buyer, goods and the charged amount. The cart's total is the price of each later cycle, which the last line names. */
function AttemptSummary({ attempt }: Readonly<{ attempt: ListedAttempt }>) {
  const { summary, charged_amount: amount, currency_code } = attempt;
  const isTotalNamed = hasFirstPeriodPrice(attempt) && summary !== null;
  return (
    <>
      <OrderSummary
        summary={isTotalNamed ? { ...summary, amount: null } : summary}
        about={{ amount, currency_code }}
      />
      <FirstPeriodPrice attempt={attempt} />
    </>
  );
}
