export {
  describeBuyerFieldProblems,
  describeMinimum,
  type FieldProblem,
  findLanguage,
} from "./buyer-field-problems.ts";
export { type CartProblem, cartMessage } from "./cart-problems.ts";
export type { CardRefusalReason, PageInput, PageKind, PageLink, PageView } from "./page-input.ts";
export { createPageView } from "./page-view.ts";
export { type RenderedPage, renderPage } from "./render-page.ts";
export type { PageTexts } from "./texts/en.ts";
export { type Language, languages } from "./texts/languages.ts";
