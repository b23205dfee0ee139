import { expect, it } from "vitest";
import { testCards } from "../buyer/payment-choice.ts";
import type { TestShopProcess } from "./test-shop.ts";

/** What a sample shop must not allow, and must not keep. */
export function shopSecuritySuite(shop: () => TestShopProcess): void {
  it("the shop allows only scripts of its own, no frame, and no request from another site in a buyer's name", async () => {
    const origin = "https://elsewhere.example";
    const { headers } = await fetch(shop().shopUrl, { headers: { origin } });
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(headers.get("content-security-policy")).toContain("; script-src 'self'; ");
    expect(headers.get("referrer-policy")).toBe("same-origin");
    expect(headers.get("x-powered-by")).toBeNull();
    expect(headers.get("access-control-allow-origin")).toBeNull();
  });

  it("the shop stores no card in its database, and prints none (B-50)", async () => {
    const kept = await shop().kept();
    // The planted control: what the shop does keep is found this way.
    expect(kept).toContain("ada@example.com");
    for (const number of Object.values(testCards)) expect(kept).not.toContain(number.slice(0, 12));
  });
}
