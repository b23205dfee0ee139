import type { ReturnRedirect } from "../buyer-checkout.ts";
import type { AppContext } from "../server/app.ts";
import type { BuyerPageTexts } from "./languages/en.ts";
import { SheetPage } from "./page-frame.tsx";

/** Sends the buyer's browser back to the shop. A POST needs a button, because the pages have no script. */
export function returnToShop(
  c: AppContext,
  { way, words }: { readonly way: ReturnRedirect; readonly words: BuyerPageTexts },
): Response | Promise<Response> {
  return way.method === "GET" ? c.redirect(way.url, 303) : c.html(renderReturnPage(way, words));
}

function renderReturnPage(way: Extract<ReturnRedirect, { method: "POST" }>, words: BuyerPageTexts) {
  const { back, finished } = words;
  return (
    <SheetPage title={back.title} words={words} heading={back.title}>
      <p>{back.text}</p>
      <form method="post" action={way.url}>
        {Object.entries(way.fields).map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <button type="submit">{finished.back}</button>
      </form>
    </SheetPage>
  );
}
