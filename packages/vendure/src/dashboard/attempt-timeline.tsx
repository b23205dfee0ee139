import { Badge, useLocalFormat } from "@vendure/dashboard";
import type { Attempt, State } from "./admin-api.ts";
import { sourceWords, stateWords, useStory, useWords } from "./words.tsx";

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

export function AttemptTimeline({ attempt }: Readonly<{ attempt: Attempt }>) {
  const t = useWords();
  const tell = useStory();
  const { formatDate } = useLocalFormat();
  const { orderNumber, variant, amount, currencyCode, state, timeline } = attempt;
  return (
    <section className="space-y-3" aria-labelledby={`attempt-${orderNumber}`}>
      <div className="flex flex-wrap items-center gap-2">
        <h2 id={`attempt-${orderNumber}`} className="font-medium">
          {t("Attempt")} {attempt.attempt}: {variant}, {amount} {currencyCode}
        </h2>
        <Badge variant={shades[state]}>{t(stateWords[state])}</Badge>
      </div>
      <p className="text-sm text-muted-foreground">
        {t("Order number at the gateway")}: <code className="break-all">{orderNumber}</code>
      </p>
      <ol className="space-y-3 border-l pl-4">
        {timeline.map((entry) => (
          <li key={`${entry.at} ${entry.text}`} className="text-sm">
            <div className="flex flex-wrap gap-x-2 text-muted-foreground">
              <time dateTime={entry.at}>
                {formatDate(entry.at, { dateStyle: "medium", timeStyle: "medium" })}
              </time>
              <span>{t(sourceWords[entry.source])}</span>
            </div>
            <p className="wrap-anywhere">{tell(entry)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
