import { useSearchParams } from "react-router-dom";
import type { ReviewItem } from "./admin-api.ts";
import { useStaffTexts } from "./staff-texts.ts";

/** The number of items on a page of the queue. */
export const reviewQueuePageSize = 50;

/** The filter and the page of the queue. They are in the page's address, so that Back restores them. */
export interface ReviewQueueParams {
  readonly kind: ReviewItem["kind"] | undefined;
  readonly q: string;
  readonly offset: number;
  go(to: { kind?: ReviewItem["kind"] | undefined; q?: string; offset?: number }): void;
}

export function useReviewQueueParams(): ReviewQueueParams {
  const { reviewItems: items } = useStaffTexts();
  const [params, setParams] = useSearchParams();
  const kinds = Object.keys(items) as ReviewItem["kind"][];
  const kind = kinds.find((each) => each === params.get("kind"));
  const q = (params.get("q") ?? "").slice(0, 200);
  const asked = Number(params.get("offset"));
  const offset = Number.isSafeInteger(asked) && asked > 0 ? asked : 0;
  return {
    kind,
    q,
    offset,
    go: (to) => {
      const next = { kind, q, offset: 0, ...to };
      setParams({
        ...(next.kind && { kind: next.kind }),
        ...(next.q && { q: next.q }),
        ...(next.offset > 0 && { offset: String(next.offset) }),
      });
    },
  };
}
