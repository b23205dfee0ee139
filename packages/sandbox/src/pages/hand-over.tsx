import type { Order } from "../book/order.ts";
import { Frame } from "./frame.tsx";
import { currentPath } from "./paths.ts";

/** A bare scheme is a name; an address needs the rest. */
function appUrl(scheme: string): string {
  if (scheme.includes("://")) return scheme;
  return `${scheme.replace(/:$/, "")}://`;
}

/** The buyer is sent to the app's own scheme first; without the app, the browser goes on from here. */
export function HandOverPage({ order }: { order: Order }) {
  const app = appUrl(order.appScheme);
  return (
    <Frame title="Opening the app" onward={app}>
      <section class="sheet">
        <h1>Opening the app</h1>
        <p>
          The shop asked to hand this payment to <code>{app}</code> first.
        </p>
        <a class="button" href={app}>
          Open the app
        </a>
        <a class="button second" href={currentPath(order)}>
          Continue in the browser
        </a>
      </section>
    </Frame>
  );
}
