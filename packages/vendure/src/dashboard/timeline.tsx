import { timelineLineText } from "@pay-index/core/staff";
import { useLocalFormat } from "@vendure/dashboard";
import type { TimelineEntry } from "./admin-api.ts";
import { toCoreName, useStaffTexts } from "./staff-texts.tsx";

/** The timeline of an attempt or a cycle, oldest first, in the language of the signed-in user. */
export function Timeline({ entries }: Readonly<{ entries: readonly TimelineEntry[] }>) {
  const words = useStaffTexts();
  const { formatDate } = useLocalFormat();
  return (
    <ol className="space-y-3 border-l pl-4">
      {entries.map((entry) => (
        <li key={`${entry.at} ${entry.text}`} className="text-sm">
          <div className="flex flex-wrap gap-x-2 text-muted-foreground">
            <time dateTime={entry.at}>
              {formatDate(entry.at, { dateStyle: "medium", timeStyle: "medium" })}
            </time>
            <span>{words.sources[toCoreName(entry.source)]}</span>
          </div>
          <p className="wrap-anywhere">{timelineLineText(words, entry)}</p>
        </li>
      ))}
    </ol>
  );
}
