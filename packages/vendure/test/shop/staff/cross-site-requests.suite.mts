import { beforeAll, expect, test } from "vitest";
import { vendureActions } from "../../actions.mts";
import type { TestShop } from "../test-shop.mts";

interface DismissRequest {
  /** Without variables: a form can send texts alone. */
  readonly inOneText: string;
  /** As JSON. */
  readonly body: string;
  /** The state of the payment that the request closes. */
  state(): Promise<string>;
}

async function codeOf(response: Response): Promise<string | undefined> {
  const body = (await response.json()) as { errors?: { extensions?: { code?: string } }[] };
  return body.errors?.[0]?.extensions?.code;
}

const json = { "content-type": "application/json" };
const form = { "content-type": "application/x-www-form-urlencoded" };
const crossSite = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };

/** The browser of a member of staff, with the cookie of the admin. Vendure's own settings: it runs forms and allows every origin. */
export function crossSiteRequestsSuite(shop: () => TestShop): void {
  let cookie: string;
  beforeAll(async () => {
    const login = `mutation { login(username: "superadmin", password: "superadmin") { __typename } }`;
    const response = await post(json, JSON.stringify({ query: login }));
    cookie = response.headers
      .getSetCookie()
      .flatMap((each) => each.split(";", 1))
      .join("; ");
    expect(cookie).not.toBe("");
  });

  function post(headers: Record<string, string>, body: string | FormData, api = "admin"): Promise<Response> {
    const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
    return fetch(`${shop().origin}/${api}-api`, { method: "POST", headers, body: bytes });
  }

  async function openDismissRequest(): Promise<DismissRequest> {
    const { code, orderId, attemptId } = await shop().startOrder();
    const about = `orderId: "${orderId}", attemptId: "${attemptId}", action: DISMISS, note: "Asked."`;
    const inOneText = `mutation { resolvePayIndexReviewItem(input: { ${about} }) { state } }`;
    const state = async () => (await shop().status(code)).state;
    return { inOneText, body: JSON.stringify({ query: inOneText }), state };
  }

  test("a form that another site submits changes nothing (M1)", async () => {
    const { inOneText, state } = await openDismissRequest();
    const sent = new URLSearchParams({ query: inOneText });
    const response = await post({ cookie, ...form, ...crossSite }, sent.toString());
    expect([response.status, await codeOf(response)]).toEqual([415, "PAY_INDEX_JSON_REQUIRED"]);
    expect(await state()).toBe("pending");
  });

  test("a form with files resolves nothing, from any page (M1)", async () => {
    const { body, state } = await openDismissRequest();
    const sent = new FormData();
    sent.set("operations", body);
    sent.set("map", "{}");
    const response = await post({ cookie }, sent);
    expect([response.status, await codeOf(response)]).toEqual([415, "PAY_INDEX_JSON_REQUIRED"]);
    expect(await state()).toBe("pending");
  });

  test("text, no type, and a query in the address are refused by Vendure, and change nothing (M1)", async () => {
    const { inOneText, body, state } = await openDismissRequest();
    for (const type of [{ "content-type": "text/plain" }, {}])
      expect((await post({ cookie, ...type }, body)).status).toBe(400);
    const asked = new URLSearchParams({ query: inOneText });
    const response = await fetch(`${shop().origin}/admin-api?${asked}`, { headers: { cookie } });
    expect(response.status).toBe(405);
    expect(await state()).toBe("pending");
  });

  test.each<[string, Record<string, string>]>([
    ["another site", crossSite],
    ["another site that hides its origin", { "sec-fetch-site": "cross-site", origin: "null" }],
    ["another site that sends no origin", { "sec-fetch-site": "cross-site" }],
    ["another host of the same site", { "sec-fetch-site": "same-site", origin: "https://blog.example" }],
    [
      "another site that forges the forwarded host in an old browser",
      { origin: "https://evil.example", "x-forwarded-host": "evil.example" },
    ],
  ])("JSON from %s, with the cookie, changes nothing (M1)", async (_, headers) => {
    const { body, state } = await openDismissRequest();
    const response = await post({ cookie, ...json, ...headers }, body);
    expect([response.status, await codeOf(response)]).toEqual([403, "PAY_INDEX_CROSS_SITE"]);
    expect(await state()).toBe("pending");
  });

  test.each(vendureActions)(
    "$action of the $api API accepts only JSON, and nothing from another site (M1)",
    async ({ api, request }) => {
      const query = `mutation { ${request} }`;
      const foreign = await post({ cookie, ...json, ...crossSite }, JSON.stringify({ query }), api);
      expect([foreign.status, await codeOf(foreign)]).toEqual([403, "PAY_INDEX_CROSS_SITE"]);
      const submitted = await post({ cookie, ...form }, new URLSearchParams({ query }).toString(), api);
      expect([submitted.status, await codeOf(submitted)]).toEqual([415, "PAY_INDEX_JSON_REQUIRED"]);
    },
  );

  test.each<[string, Record<string, string>]>([
    ["the shop's own dashboard", { "sec-fetch-site": "same-origin" }],
    ["a dashboard on another port", { "sec-fetch-site": "same-site", origin: "http://127.0.0.1:5173" }],
    ["a server", {}],
  ])("JSON from %s resolves a review item", async (_, headers) => {
    const { body, state } = await openDismissRequest();
    const response = await post({ cookie, ...json, ...headers }, body);
    expect(response.status).toBe(200);
    expect(await state()).toBe("closed");
  });
}
