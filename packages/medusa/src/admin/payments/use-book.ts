import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { BookShown } from "../../admin-api/words.ts";
import { bookOf, type Reference } from "./admin-api.ts";

/** The widgets of a page ask once. */
export function useBook({ of, id }: Reference): UseQueryResult<BookShown | null> {
  return useQuery({ queryKey: ["pay-index", of, id], queryFn: () => bookOf({ of, id }) });
}
