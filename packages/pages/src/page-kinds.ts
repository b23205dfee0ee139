import type { PageKind, PageLink } from "./page-input.ts";

/** Pages that continue automatically. */
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

/** The links of each page. A waiting page also links to itself. */
export const linksByPageKind: Readonly<Record<PageKind, readonly PageLink["to"][]>> = {
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
  "link-open": ["pay"],
  "link-paid": ["order"],
  "link-ended": [],
  "link-withdrawn": [],
  "link-nothing-due": [],
};

/** Pages whose result arrives later, from staff or the gateway. */
export const kindsWithLaterResult: ReadonlySet<PageKind> = new Set<PageKind>([
  "confirming-long",
  "held",
  "review",
]);

/** The pages that waiting pages become after a minute. */
export const longWaitKindByKind: Readonly<Partial<Record<PageKind, PageKind>>> = {
  starting: "starting-long",
  confirming: "confirming-long",
};
