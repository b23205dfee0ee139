import { StatusBadge, Text } from "@medusajs/ui";
import type { HealthView } from "../../admin-api/health-views.ts";
import { useStaffTexts } from "./staff-texts.ts";

/** What staff must look at, and the warnings from the start of the shop. */
export function HealthProblems({ view }: Readonly<{ view: HealthView }>) {
  const { health } = useStaffTexts();
  const { problems, start_warnings: warnings } = view;
  if (problems.length === 0)
    return (
      <div className="px-6 py-4" role="status">
        <StatusBadge color="green">{health.noProblems}</StatusBadge>
      </div>
    );
  return (
    <>
      <ul className="flex flex-col gap-y-2 px-6 py-4">
        {problems.map((problem) => (
          <li key={problem} className="txt-small-plus text-ui-fg-error break-words" data-problem={problem}>
            {health.problems[problem]}
          </li>
        ))}
      </ul>
      {warnings.length > 0 && (
        <section className="flex flex-col gap-y-2 px-6 py-4" aria-labelledby="pay-index-start-warnings">
          <Text size="small" weight="plus" id="pay-index-start-warnings">
            {health.startWarnings}
          </Text>
          <ul className="flex flex-col gap-y-2">
            {warnings.map(({ code, message }) => (
              <li key={code} className="txt-small break-words" data-warning={code} lang="en">
                {message}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
