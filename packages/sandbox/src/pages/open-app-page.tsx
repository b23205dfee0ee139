import type { Order } from "../orders/order.ts";
import { findBuyerPageTexts } from "./languages/languages.ts";
import { SheetPage } from "./page-frame.tsx";
import { currentPagePath } from "./page-paths.ts";

/** Completes a bare scheme to an address. */
function buildAppUrl(scheme: string): string {
  if (scheme.includes("://")) return scheme;
  return `${scheme.replace(/:$/, "")}://`;
}

/** Opens the app's own scheme. Without the app, the browser continues on this page. */
export function OpenAppPage({ order }: { order: Order }) {
  const app = buildAppUrl(order.appScheme);
  const words = findBuyerPageTexts(order);
  const { title, text, open, browser } = words.handOver;
  return (
    <SheetPage title={title} onward={app} words={words} heading={title}>
      <p>
        {text} <code dir="ltr">{app}</code>
      </p>
      <a class="button" href={app}>
        {open}
      </a>
      <a class="button second" href={currentPagePath(order)}>
        {browser}
      </a>
    </SheetPage>
  );
}
