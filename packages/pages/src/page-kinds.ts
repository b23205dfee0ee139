import type { PageKind, PageLink } from "./page-input.ts";

interface PageKindTraits {
  /** The look of the icon. `wait`: the page continues automatically, and also links to itself. */
  readonly tone: "wait" | "good" | "bad" | "note";
  readonly links: readonly PageLink["to"][];
  /** Whether the result arrives later, from staff or the gateway. */
  readonly hasLaterResult?: true;
  /** The page that a waiting page becomes after a minute. */
  readonly afterLongWait?: PageKind;
}

/** The icon and the links of each page. */
export const pageKinds: Readonly<Record<PageKind, PageKindTraits>> = {
  starting: { tone: "wait", links: ["again"], afterLongWait: "starting-long" },
  "starting-long": { tone: "wait", links: ["again"] },
  confirming: { tone: "wait", links: ["order", "again"], afterLongWait: "confirming-long" },
  "confirming-long": { tone: "wait", links: ["order", "again"], hasLaterResult: true },
  placing: { tone: "wait", links: ["order", "again"] },
  placed: { tone: "good", links: ["order"] },
  held: { tone: "note", links: ["order"], hasLaterResult: true },
  failed: { tone: "bad", links: ["retry"] },
  unreachable: { tone: "bad", links: ["retry"] },
  closed: { tone: "note", links: ["retry"] },
  refunded: { tone: "note", links: ["retry"] },
  review: { tone: "note", links: ["order"], hasLaterResult: true },
  unavailable: { tone: "wait", links: ["again"] },
  "card-refused": { tone: "bad", links: ["order"] },
  "card-unclear": { tone: "note", links: ["order"] },
  "link-open": { tone: "note", links: ["pay"] },
  "link-paid": { tone: "good", links: ["order"] },
  "link-ended": { tone: "note", links: [] },
  "link-withdrawn": { tone: "note", links: [] },
  "link-nothing-due": { tone: "note", links: [] },
};

export function isWaitingKind(kind: PageKind): boolean {
  return pageKinds[kind].tone === "wait";
}
