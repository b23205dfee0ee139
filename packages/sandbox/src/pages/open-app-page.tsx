import type { Order } from "../orders/order.ts";
import { findBuyerPageTexts } from "./languages/languages.ts";
import { PageFrame } from "./page-frame.tsx";
import { currentPagePath } from "./page-paths.ts";

/** A bare scheme is a name; an address needs the rest. */
function buildAppUrl(scheme: string): string {
  if (scheme.includes("://")) return scheme;
  return `${scheme.replace(/:$/, "")}://`;
}

/** The buyer is sent to the app's own scheme first; without the app, the browser goes on from here. */
export function OpenAppPage({ order }: { order: Order }) {
  const app = buildAppUrl(order.appScheme);
  const words = findBuyerPageTexts(order);
  const { title, text, open, browser } = words.handOver;
  return (
    <PageFrame title={title} onward={app} words={words}>
      <section class="sheet">
        <h1>{title}</h1>
        <p>
          {text} <code dir="ltr">{app}</code>
        </p>
        <a class="button" href={app}>
          {open}
        </a>
        <a class="button second" href={currentPagePath(order)}>
          {browser}
        </a>
      </section>
    </PageFrame>
  );
}
