import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { WayBack } from "../till.ts";
import { Frame } from "./frame.tsx";
import type { Words } from "./languages/en.ts";

/** Sends the buyer's browser back to the shop. A POST takes a button, because the pages have no script. */
export function backToShop(
  c: Context<{ Bindings: HttpBindings }>,
  { way, words }: { readonly way: WayBack; readonly words: Words },
): Response | Promise<Response> {
  return way.method === "GET" ? c.redirect(way.url, 303) : c.html(<ReturnPage way={way} words={words} />);
}

function ReturnPage({ way, words }: { way: Extract<WayBack, { method: "POST" }>; words: Words }) {
  const { back, finished } = words;
  return (
    <Frame title={back.title} words={words}>
      <section class="sheet">
        <h1>{back.title}</h1>
        <p>{back.text}</p>
        <form method="post" action={way.url}>
          {Object.entries(way.fields).map(([name, value]) => (
            <input type="hidden" name={name} value={value} />
          ))}
          <button type="submit">{finished.back}</button>
        </form>
      </section>
    </Frame>
  );
}
