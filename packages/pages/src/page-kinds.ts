import type { PageKind, PageLink } from "./page-input.ts";

/** Pages that go on by themselves. */
const waitingKinds: ReadonlySet<PageKind> = new Set<PageKind>([
  "starting",
  "starting-long",
  "confirming",
  "confirming-long",
  "placing",
  "unavailable",
]);

export function isWaitingKind(kind: PageKind): boolean {
  return waitingKinds.has(kind);
}

/** Where a buyer can go from each page; from one that waits also back to itself. */
export const linksByKind: Readonly<Record<PageKind, readonly PageLink["to"][]>> = {
  starting: ["again"],
  "starting-long": ["again"],
  confirming: ["order", "again"],
  "confirming-long": ["order", "again"],
  placing: ["order", "again"],
  placed: ["order"],
  held: ["order"],
  failed: ["retry"],
  unreachable: ["retry"],
  closed: ["retry"],
  refunded: ["retry"],
  review: ["order"],
  unavailable: ["again"],
  "card-refused": ["order"],
  "card-unclear": ["order"],
};

/** Pages after which somebody at the shop, or time, has the next word. */
export const kindsWithNews: ReadonlySet<PageKind> = new Set<PageKind>(["confirming-long", "held", "review"]);

/** What a wait becomes after a minute. */
export const longKindByKind: Readonly<Partial<Record<PageKind, PageKind>>> = {
  starting: "starting-long",
  confirming: "confirming-long",
};
