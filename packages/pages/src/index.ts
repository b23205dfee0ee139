export { buyerMessage, type FieldProblem, languageOfTag } from "./buyer-problems.ts";
export { type CartProblem, cartMessage } from "./cart-problems.ts";
export { type Language, languages } from "./languages/languages.ts";
export {
  type CardRefusal,
  type Link,
  type PageInput,
  type PageKind,
  type PageView,
  pageView,
} from "./page.ts";
export { type RenderedPage, renderPage } from "./render.ts";
