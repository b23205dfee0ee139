import { expect, test } from "vitest";
import type { TestShop } from "../test-shop.mts";

/** A shop without raw cards (B-50). */
export function rawCardsOffSuite(shop: () => TestShop): void {
  test("a shop without raw cards offers no method that needs them, and has no route for a card (B-50)", async () => {
    const buyer = shop().buyer();
    const code = await buyer.isReadyToPay(await shop().tea());
    for (const method of ["card", "subscription"])
      expect(await buyer.start({ method })).toMatchObject({ __typename: "PayIndexNotOfferedError" });
    await expect(shop().attempt(code)).rejects.toThrow("nothing was started");
    const card = { card_number: "4242424242424242", card_month: "12", card_year: "2099", card_cvv: "0739" };
    const response = await fetch(`${shop().origin}/pay/card/default/${code}/card/en`, {
      method: "POST",
      headers: { origin: shop().origin },
      body: new URLSearchParams(card),
    });
    expect(response.status).toBe(404);
    expect((await response.text()) + shop().logged.join("\n")).not.toContain("42424242");
  });
}
