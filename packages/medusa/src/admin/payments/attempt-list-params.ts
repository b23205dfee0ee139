import type { StaffTexts } from "@pay-index/core/staff";
import { useSearchParams } from "react-router-dom";
import { useStaffTexts } from "./staff-texts.ts";

export type AttemptGroup = keyof StaffTexts["attemptList"]["groups"];

/** The filter and the page of the list of attempts. They are in the page's address, so that Back restores them. */
export interface AttemptListParams {
  readonly group: AttemptGroup | undefined;
  readonly q: string;
  /** The last attempt of the previous page. Undefined on the first page. */
  readonly after: string | undefined;
  /** Opens the first page of another filter, or another page of this one. */
  go(to: { group?: AttemptGroup | undefined; q?: string; after?: string | undefined }): void;
}

export function useAttemptListParams(): AttemptListParams {
  const { attemptList } = useStaffTexts();
  const [params, setParams] = useSearchParams();
  const groups = Object.keys(attemptList.groups) as AttemptGroup[];
  const group = groups.find((each) => each === params.get("group"));
  const q = (params.get("q") ?? "").slice(0, 200);
  const after = params.get("after") || undefined;
  return {
    group,
    q,
    after,
    go: (to) => {
      const next = { group, q, after: undefined, ...to };
      setParams({
        ...(next.group && { group: next.group }),
        ...(next.q && { q: next.q }),
        ...(next.after && { after: next.after }),
      });
    },
  };
}
