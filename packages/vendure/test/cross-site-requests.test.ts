import { afterAll, beforeAll, expect, test } from "vitest";
import { vendureActions } from "./actions.mts";
import { createSqljsDatabase } from "./conformance/test-database.mts";
import { sellProduct } from "./shop/catalog-and-orders.mts";
import { authOptions } from "./shop/open-vendure.mts";
import { StaffMember } from "./shop/staff-member.mts";
import { openTestShop, type TestShop } from "./shop/test-shop.mts";

// The browser of a member of staff, with the cookie of the admin. Vendure's own settings: it runs forms and allows every origin.
let stage: TestShop;
let root: StaffMember;
let tea: string;
let cookie: string;
beforeAll(async () => {
  stage = await openTestShop({
    place: await createSqljsDatabase(),
    plugin: { operations: { cancelSubscription: {} }, buyersMayCancel: true },
    changes: { authOptions: { ...authOptions, tokenMethod: ["bearer", "cookie"] } },
  });
  root = await StaffMember.signIn(stage.origin);
  tea = await sellProduct(stage.app, { name: "Tea", price: 1999 });
  const login = `mutation { login(username: "superadmin", password: "superadmin") { __typename } }`;
  const response = await post({ "content-type": "application/json" }, JSON.stringify({ query: login }));
  cookie = response.headers
    .getSetCookie()
    .flatMap((each) => each.split(";", 1))
    .join("; ");
  expect(cookie).not.toBe("");
}, 120_000);
afterAll(() => stage?.close());

function post(
  headers: Record<string, string>,
  body: string | FormData,
  api: "admin" | "shop" = "admin",
): Promise<Response> {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  return fetch(`${stage.origin}/${api}-api`, { method: "POST", headers, body: bytes });
}

interface DismissRequest {
  /** Without variables: a form can send texts alone. */
  readonly inOneText: string;
  readonly query: string;
  readonly variables: object;
}

/** What closes an attempt that waits for its buyer, and the state of that attempt. */
async function openDismissRequest(): Promise<{ closing: DismissRequest; state(): Promise<string> }> {
  const buyer = stage.buyer();
  const code = await buyer.isReadyToPay(tea);
  await buyer.start({ method: "hosted" });
  const attemptId = await stage.attempt(code);
  const orders =
    "query ($code: String!) { orders(options: { filter: { code: { eq: $code } } }) { items { id } } }";
  const [{ id: orderId }] = (await root.ask(orders, { code })).items;
  const query =
    "mutation ($input: ResolvePayIndexReviewItemInput!) { resolvePayIndexReviewItem(input: $input) { state } }";
  const input = { orderId, attemptId, action: "DISMISS", note: "Asked." };
  const state = async () =>
    (await root.ask("query ($orderId: ID!) { payIndexPayment(orderId: $orderId) { state } }", { orderId }))
      .state;
  const about = `orderId: "${orderId}", attemptId: "${attemptId}", action: DISMISS, note: "Asked."`;
  const inOneText = `mutation { resolvePayIndexReviewItem(input: { ${about} }) { state } }`;
  return { closing: { inOneText, query, variables: { input } }, state };
}

function bodyOf({ query, variables }: DismissRequest): string {
  return JSON.stringify({ query, variables });
}

async function codeOf(response: Response): Promise<string | undefined> {
  const body = (await response.json()) as { errors?: { extensions?: { code?: string } }[] };
  return body.errors?.[0]?.extensions?.code;
}

const json = { "content-type": "application/json" };
const ownSite = { "sec-fetch-site": "same-origin" };
const crossSite = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };

test("a form that another site submits changes nothing (M1)", async () => {
  const { closing, state } = await openDismissRequest();
  const form = new URLSearchParams({ query: closing.inOneText });
  const type = { "content-type": "application/x-www-form-urlencoded" };
  const response = await post({ cookie, ...type, ...crossSite }, form.toString());
  expect([response.status, await codeOf(response)]).toEqual([415, "PAY_INDEX_JSON_REQUIRED"]);
  expect(await state()).toBe("PENDING");
});

test("a form with files resolves nothing, from any page (M1)", async () => {
  const { closing, state } = await openDismissRequest();
  const form = new FormData();
  form.set("operations", bodyOf(closing));
  form.set("map", "{}");
  const response = await post({ cookie }, form);
  expect([response.status, await codeOf(response)]).toEqual([415, "PAY_INDEX_JSON_REQUIRED"]);
  expect(await state()).toBe("PENDING");
});

test("text, no type, and a query in the address are refused by Vendure, and change nothing (M1)", async () => {
  const { closing, state } = await openDismissRequest();
  const sent = bodyOf(closing);
  for (const type of [{ "content-type": "text/plain" }, {}])
    expect((await post({ cookie, ...type }, sent)).status).toBe(400);
  const asked = new URLSearchParams({ query: closing.inOneText });
  const response = await fetch(`${stage.origin}/admin-api?${asked}`, { headers: { cookie } });
  expect(response.status).toBe(405);
  expect(await state()).toBe("PENDING");
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
  const { closing, state } = await openDismissRequest();
  const response = await post({ cookie, ...json, ...headers }, bodyOf(closing));
  expect([response.status, await codeOf(response)]).toEqual([403, "PAY_INDEX_CROSS_SITE"]);
  expect(await state()).toBe("PENDING");
});

test.each(vendureActions)(
  "$action of the $api API accepts only JSON, and nothing from another site (M1)",
  async ({ api, request }) => {
    const query = `mutation { ${request} }`;
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const foreign = await post({ cookie, ...json, ...crossSite }, JSON.stringify({ query }), api);
    expect([foreign.status, await codeOf(foreign)]).toEqual([403, "PAY_INDEX_CROSS_SITE"]);
    const submitted = await post({ cookie, ...form }, new URLSearchParams({ query }).toString(), api);
    expect([submitted.status, await codeOf(submitted)]).toEqual([415, "PAY_INDEX_JSON_REQUIRED"]);
    const own = await post({ cookie, ...json, ...ownSite }, JSON.stringify({ query }), api);
    expect(["PAY_INDEX_CROSS_SITE", "PAY_INDEX_JSON_REQUIRED"]).not.toContain(await codeOf(own));
  },
);

test.each<[string, Record<string, string>]>([
  ["the shop's own dashboard", { "sec-fetch-site": "same-origin" }],
  ["a dashboard on another port", { "sec-fetch-site": "same-site", origin: "http://127.0.0.1:5173" }],
  ["a server", {}],
])("JSON from %s resolves a review item", async (_, headers) => {
  const { closing, state } = await openDismissRequest();
  const response = await post({ cookie, ...json, ...headers }, bodyOf(closing));
  expect(response.status).toBe(200);
  expect(await state()).toBe("CLOSED");
});
