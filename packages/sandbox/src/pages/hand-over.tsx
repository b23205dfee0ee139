import type { Order } from "../book/order.ts";
import { Frame } from "./frame.tsx";
import { wordsFor } from "./languages/languages.ts";
import { currentPath } from "./paths.ts";

/** A bare scheme is a name; an address needs the rest. */
function appUrl(scheme: string): string {
  if (scheme.includes("://")) return scheme;
  return `${scheme.replace(/:$/, "")}://`;
}

/** The buyer is sent to the app's own scheme first; without the app, the browser goes on from here. */
export function HandOverPage({ order }: { order: Order }) {
  const app = appUrl(order.appScheme);
  const words = wordsFor(order);
  const { title, text, open, browser } = words.handOver;
  return (
    <Frame title={title} onward={app} words={words}>
      <section class="sheet">
        <h1>{title}</h1>
        <p>
          {text} <code dir="ltr">{app}</code>
        </p>
        <a class="button" href={app}>
          {open}
        </a>
        <a class="button second" href={currentPath(order)}>
          {browser}
        </a>
      </section>
    </Frame>
  );
}
