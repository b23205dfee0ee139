import { useState } from "react";

/** The selected items of a page. Items of other pages are not among them. */
export interface Selection<Item> {
  readonly chosen: readonly Item[];
  has(id: string): boolean;
  choose(id: string, isChosen: boolean): void;
  replace(ids: Iterable<string>): void;
  clear(): void;
}

export function useSelection<Item>(items: readonly Item[], idOf: (item: Item) => string): Selection<Item> {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const chosen = items.filter((item) => ids.has(idOf(item)));
  const replace = (next: Iterable<string>) => setIds(new Set(next));
  function choose(id: string, isChosen: boolean) {
    const others = chosen.map(idOf).filter((each) => each !== id);
    replace(isChosen ? [...others, id] : others);
  }
  return { chosen, has: (id) => ids.has(id), choose, replace, clear: () => replace([]) };
}
