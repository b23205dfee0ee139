import { Text } from "@medusajs/ui";
import { timelineLineText } from "@pay-index/core/staff";
import type { Attempt } from "./admin-api.ts";
import { useInstantFormat, useStaffTexts } from "./staff-texts.ts";

/** The timeline of an attempt or a cycle, oldest first, in the language of the signed-in user. */
export function Timeline({ entries }: Readonly<{ entries: Attempt["timeline"] }>) {
  const words = useStaffTexts();
  const instant = useInstantFormat();
  return (
    <ol className="flex flex-col gap-y-4">
      {entries.map((entry) => (
        <li key={`${entry.at} ${entry.text}`}>
          <Text size="xsmall" className="text-ui-fg-subtle">
            <time dateTime={entry.at}>{instant(entry.at, "medium")}</time> · {words.sources[entry.source]}
          </Text>
          <Text size="small" className="break-words">
            {timelineLineText(words, entry)}
          </Text>
        </li>
      ))}
    </ol>
  );
}
