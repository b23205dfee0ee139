import { expect, test } from "vitest";
import { listRoutes } from "./list-routes.mts";
import { StaffMember } from "./staff-member.mts";
import type { TestShop } from "./test-shop.mts";

// biome-ignore lint/suspicious/noExplicitAny: what a server answers; the tests say what they expect of it
type Any = any;

const json = { "content-type": "application/json" };
const ownAdmin = "http://localhost:9000";
const dismissAction = { action: "dismiss", note: "Asked." };

/** What the browser of a member of staff sends for pages of other sites, with the cookie of the admin. */
export function crossSiteRequestsSuite(open: () => TestShop): void {
  let signedIn: Promise<string> | undefined;
  const cookie = () =>
    (signedIn ??= StaffMember.signIn(open(), { email: "cookie@example.com" }).then((staff) =>
      staff.cookie(),
    ));

  async function started(): Promise<{ cartId: string; attemptId: string }> {
    const buyer = open().buyer();
    const cartId = await buyer.isReadyToPay(open().shop);
    await buyer.start();
    return { cartId, attemptId: open().attempt(cartId) };
  }

  async function send(headers: Record<string, string>, body: string | FormData): Promise<Any> {
    const { cartId, attemptId } = await started();
    const response = await fetch(`${open().origin}/admin/pay-index/attempts/${attemptId}/resolution`, {
      method: "POST",
      headers: { cookie: await cookie(), ...headers },
      body: typeof body === "string" ? new TextEncoder().encode(body) : body,
    });
    const { code } = (await response.json()) as Any;
    const { payment } = (await (
      await fetch(`${open().origin}/admin/pay-index/carts/${cartId}`, { headers: { cookie: await cookie() } })
    ).json()) as Any;
    return { status: response.status, code, state: payment.state };
  }

  const form = new URLSearchParams(dismissAction).toString();
  const parts = new FormData();
  for (const [name, value] of Object.entries(dismissAction)) parts.set(name, value);

  test("a form that another site submits changes nothing (M1)", async () => {
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      "sec-fetch-site": "cross-site",
      origin: "https://evil.example",
    };
    expect(await send(headers, form)).toEqual({
      status: 415,
      code: "pay_index_json_required",
      state: "pending",
    });
  });

  test("another site cancels no subscription through the browser of a buyer (M1)", async () => {
    const path = `${open().origin}/store/pay-index/subscriptions/none/cancellation`;
    const headers = { ...json, origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    const key = { "x-publishable-api-key": open().shop.publishableKey };
    const response = await fetch(path, { method: "POST", headers: { ...headers, ...key }, body: "{}" });
    expect([response.status, ((await response.json()) as Any).code]).toEqual([403, "pay_index_cross_site"]);
  });

  test.each<[string, Record<string, string>, string | FormData]>([
    ["a form", { "content-type": "application/x-www-form-urlencoded" }, form],
    ["text", { "content-type": "text/plain" }, JSON.stringify(dismissAction)],
    ["a form with files", {}, parts],
    ["no type", {}, JSON.stringify(dismissAction)],
  ])("%s resolves nothing, from any page (M1)", async (_, headers, body) => {
    expect(await send(headers, body)).toEqual({
      status: 415,
      code: "pay_index_json_required",
      state: "pending",
    });
  });

  test.each<[string, Record<string, string>]>([
    ["another site", { "sec-fetch-site": "cross-site", origin: "https://evil.example" }],
    ["another site that hides its origin", { "sec-fetch-site": "cross-site", origin: "null" }],
    ["another origin of the same site", { "sec-fetch-site": "same-site", origin: "http://127.0.0.1:1" }],
    ["another site, by an old browser", { origin: "https://evil.example" }],
  ])("JSON from %s changes nothing (M1)", async (_, headers) => {
    expect(await send({ ...json, ...headers }, JSON.stringify(dismissAction))).toEqual({
      status: 403,
      code: "pay_index_cross_site",
      state: "pending",
    });
  });

  test.each<[string, Record<string, string>]>([
    ["the shop's own admin", { "sec-fetch-site": "same-origin" }],
    ["an admin of ADMIN_CORS on another site", { "sec-fetch-site": "cross-site", origin: ownAdmin }],
    ["an admin of ADMIN_CORS, by an old browser", { origin: ownAdmin }],
    ["the shop's own origin, by an old browser", {}],
  ])("JSON from %s resolves a review item", async (_, headers) => {
    expect(await send({ ...json, ...headers }, JSON.stringify(dismissAction))).toMatchObject({
      status: 200,
      state: "closed",
    });
  });

  test.each([...listRoutes("admin"), ...listRoutes("store")].filter(({ method }) => method !== "GET"))(
    "$method $path accepts only JSON, and nothing from another site (M1)",
    async ({ method, path }) => {
      const evil = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };
      for (const [headers, body, status] of [
        [{ "content-type": "text/plain" }, JSON.stringify(dismissAction), 415],
        [{ "content-type": "application/x-www-form-urlencoded" }, form, 415],
        [{ ...json, ...evil }, JSON.stringify(dismissAction), 403],
      ] as const) {
        const key = { "x-publishable-api-key": open().shop.publishableKey };
        const sent = { method, headers: { cookie: await cookie(), ...key, ...headers }, body };
        expect((await fetch(open().origin + path, sent)).status).toBe(status);
      }
    },
  );
}
