import { Button } from "@medusajs/ui";
import type { AttemptListParams } from "./attempt-list-params.ts";
import { useStaffTexts } from "./staff-texts.ts";

interface Props {
  readonly address: AttemptListParams;
  /** The `after` of the next page. Null on the last page. */
  readonly next: string | null;
}

/** Links to the newest and to the older attempts. Empty if there is only one page. */
export function AttemptListPagination({ address: { after, go }, next }: Props) {
  const { attemptList } = useStaffTexts();
  if (after === undefined && next === null) return null;
  return (
    <nav className="flex flex-wrap justify-end gap-2 px-6 py-4" aria-label={attemptList.title}>
      <Button
        size="small"
        variant="secondary"
        disabled={after === undefined}
        onClick={() => go({ after: undefined })}
      >
        {attemptList.newest}
      </Button>
      <Button
        size="small"
        variant="secondary"
        disabled={next === null}
        onClick={() => go({ after: next ?? undefined })}
      >
        {attemptList.older}
      </Button>
    </nav>
  );
}
