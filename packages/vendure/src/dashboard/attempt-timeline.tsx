import { story } from "@pay-index/core/staff";
import { Badge, useLocalFormat } from "@vendure/dashboard";
import type { Attempt, OrderItem, State } from "./admin-api.ts";
import { SubscriptionCycles } from "./subscription-cycles.tsx";
import { inCore, useWords } from "./words.tsx";

const shades: Record<State, "default" | "secondary" | "outline"> = {
  NONE: "outline",
  CREATED: "outline",
  PENDING: "secondary",
  APPROVED: "secondary",
  PAID: "default",
  REVIEW: "secondary",
  FAILED: "outline",
  CLOSED: "outline",
};

export function AttemptTimeline({
  attempt,
  items,
}: Readonly<{ attempt: Attempt; items: readonly OrderItem[] }>) {
  const words = useWords();
  const { formatDate } = useLocalFormat();
  const { orderNumber, variant, amount, currencyCode, state, timeline, subscription } = attempt;
  const missing = items.flatMap(({ item }) =>
    item.kind === "CYCLE_MISSING" && item.orderNumber === orderNumber ? (item.cycle ?? []) : [],
  );
  return (
    <section className="space-y-3" aria-labelledby={`attempt-${orderNumber}`}>
      <div className="flex flex-wrap items-center gap-2">
        <h2 id={`attempt-${orderNumber}`} className="font-medium">
          {words.page.attempt} {attempt.attempt}: {variant}, {amount} {currencyCode}
        </h2>
        <Badge variant={shades[state]}>{words.states[inCore(state)]}</Badge>
      </div>
      <p className="text-sm text-muted-foreground">
        {words.page.orderNumber}: <code className="break-all">{orderNumber}</code>
      </p>
      <ol className="space-y-3 border-l pl-4">
        {timeline.map((entry) => (
          <li key={`${entry.at} ${entry.text}`} className="text-sm">
            <div className="flex flex-wrap gap-x-2 text-muted-foreground">
              <time dateTime={entry.at}>
                {formatDate(entry.at, { dateStyle: "medium", timeStyle: "medium" })}
              </time>
              <span>{words.sources[inCore(entry.source)]}</span>
            </div>
            <p className="wrap-anywhere">{story(words, entry)}</p>
          </li>
        ))}
      </ol>
      {subscription !== null && subscription.state !== "WAITING" && (
        <SubscriptionCycles subscription={subscription} missing={missing} />
      )}
    </section>
  );
}
