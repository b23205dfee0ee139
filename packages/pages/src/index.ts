export { type Language, languages } from "./languages/languages.ts";
export {
  type CardFieldProblem,
  type CardRefusal,
  type Link,
  type PageInput,
  type PageKind,
  type PageView,
  pageView,
} from "./page.ts";
export { type RenderedPage, renderPage } from "./render.ts";
