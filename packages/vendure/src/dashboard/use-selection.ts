import { useState } from "react";

/** The selected rows of a list, by their ids. */
export interface Selection {
  has(id: string): boolean;
  select(id: string, isSelected: boolean): void;
  clear(): void;
}

export function useSelection(): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return {
    has: (id) => ids.has(id),
    select: (id, isSelected) =>
      setIds((before) => new Set(isSelected ? [...before, id] : [...before].filter((each) => each !== id))),
    clear: () => setIds(new Set()),
  };
}
