import { expect, test } from "vitest";
import type { Any } from "./any.mts";
import { listRoutes } from "./list-routes.mts";
import type { TestShop } from "./test-shop.mts";

const json = { "content-type": "application/json" };
const urlEncoded = { "content-type": "application/x-www-form-urlencoded" };
const text = { "content-type": "text/plain" };
const evil = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };
const ownAdmin = "http://localhost:9000";
const dismissal = { action: "dismiss", note: "Asked." };

/** What the browser of a member of staff sends for pages of other sites, with the cookie of the admin. */
export function crossSiteRequestsSuite(open: () => TestShop): void {
  /** What came of a dismissal: with this type of body, as JSON or as a form. */
  async function send(headers: Record<string, string>): Promise<unknown[]> {
    const { cartId, attemptId } = await open().begun();
    const isForm = headers["content-type"] === urlEncoded["content-type"];
    const body = isForm ? new URLSearchParams(dismissal).toString() : JSON.stringify(dismissal);
    const cookie = await (await open().staff()).cookie();
    const response = await fetch(`${open().origin}/admin/pay-index/attempts/${attemptId}/resolution`, {
      method: "POST",
      headers: { cookie, ...headers },
      body: new TextEncoder().encode(body),
    });
    const { code } = (await response.json()) as Any;
    return [response.status, code, (await open().payIndex.paymentOfCart(cartId)).state];
  }

  test("a form that another site submits changes nothing (M1)", async () => {
    expect(await send({ ...urlEncoded, ...evil })).toEqual([415, "pay_index_json_required", "pending"]);
  });

  test("another site cancels no subscription through the browser of a buyer (M1)", async () => {
    const path = `${open().origin}/store/pay-index/subscriptions/none/cancellation`;
    const key = { "x-publishable-api-key": open().shop.publishableKey };
    const response = await fetch(path, { method: "POST", headers: { ...json, ...evil, ...key }, body: "{}" });
    expect([response.status, ((await response.json()) as Any).code]).toEqual([403, "pay_index_cross_site"]);
  });

  test.each<[string, Record<string, string>, number]>([
    ["a form", urlEncoded, 415],
    ["text", text, 415],
    ["a form with files", { "content-type": "multipart/form-data; boundary=x" }, 415],
    ["a body without a type", {}, 415],
    ["JSON from another site that hides its origin", { ...json, ...evil, origin: "null" }, 403],
    ["JSON from another host", { ...json, "sec-fetch-site": "same-site", origin: "http://127.0.0.1:1" }, 403],
    ["JSON from another site, by an old browser", { ...json, origin: "https://evil.example" }, 403],
    ["JSON from the shop's own admin", { ...json, "sec-fetch-site": "same-origin" }, 200],
    ["JSON from an admin of ADMIN_CORS", { ...json, "sec-fetch-site": "cross-site", origin: ownAdmin }, 200],
    ["JSON from an admin of ADMIN_CORS, by an old browser", { ...json, origin: ownAdmin }, 200],
    ["JSON from the shop's own origin, by an old browser", json, 200],
  ])("%s is answered with its status, and only 200 changes something (M1)", async (_, headers, status) => {
    const codes: Record<number, string> = { 415: "pay_index_json_required", 403: "pay_index_cross_site" };
    expect(await send(headers)).toEqual([status, codes[status], status === 200 ? "closed" : "pending"]);
  });

  test.each([...listRoutes("admin"), ...listRoutes("store")].filter(({ method }) => method !== "GET"))(
    "$method $path accepts only JSON, and nothing from another site (M1)",
    async ({ method, path }) => {
      const cookie = await (await open().staff()).cookie();
      const key = { "x-publishable-api-key": open().shop.publishableKey };
      const statusOf = async (headers: object) =>
        (await fetch(open().origin + path, { method, headers: { cookie, ...key, ...headers }, body: "{}" }))
          .status;
      expect(await statusOf(text)).toBe(415);
      expect(await statusOf(urlEncoded)).toBe(415);
      expect(await statusOf({ ...json, ...evil })).toBe(403);
    },
  );
}
