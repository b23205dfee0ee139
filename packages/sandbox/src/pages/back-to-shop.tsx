import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { WayBack } from "../till.ts";
import { Frame } from "./frame.tsx";

/** Sends the buyer's browser back to the shop. A POST takes a button, because the pages have no script. */
export function backToShop(
  c: Context<{ Bindings: HttpBindings }>,
  way: WayBack,
): Response | Promise<Response> {
  return way.method === "GET" ? c.redirect(way.url, 303) : c.html(<ReturnPage way={way} />);
}

function ReturnPage({ way }: { way: Extract<WayBack, { method: "POST" }> }) {
  return (
    <Frame title="Back to the shop">
      <section class="sheet">
        <h1>Back to the shop</h1>
        <p>This gateway sends its buyers back by a form.</p>
        <form method="post" action={way.url}>
          {Object.entries(way.fields).map(([name, value]) => (
            <input type="hidden" name={name} value={value} />
          ))}
          <button type="submit">Go back to the shop</button>
        </form>
      </section>
    </Frame>
  );
}
