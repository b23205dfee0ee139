import type { PageKind } from "./page-input.ts";
import { pageKinds } from "./page-kinds.ts";

/**
 * Filled shapes without strokes: the CSS property for strokes contains a word that no response with an error status may
 * contain (REP-REFUSAL).
 */
const iconShapes = {
  good: '<path d="m18.5 33.5 3-3 7.3 7.1 13.8-15.2 3.2 2.8L29 43.8z"/>',
  bad: '<path d="m24.9 21.7 17.4 17.4-3.2 3.2-17.4-17.4z"/><path d="m39.1 21.7 3.2 3.2-17.4 17.4-3.2-3.2z"/>',
  note: '<rect x="29.8" y="18" width="4.4" height="18" rx="2.2"/><circle cx="32" cy="43" r="2.8"/>',
} as const;

/** Hidden from screen readers, because the heading has the same meaning. */
export function renderStatusIcon(kind: PageKind): string {
  const { tone } = pageKinds[kind];
  if (tone === "wait") return '<div class="mark wait" aria-hidden="true"></div>';
  return `<svg class="mark ${tone}" viewBox="0 0 64 64" aria-hidden="true" focusable="false">${iconShapes[tone]}</svg>`;
}
