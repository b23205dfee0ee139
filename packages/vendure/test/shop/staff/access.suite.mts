import { staffRoutes } from "@pay-index/server/staff";
import { concatAST, type DefinitionNode, Kind } from "graphql";
import { beforeAll, describe, expect, test } from "vitest";
import { buyerCancelSchema } from "../../../src/shop-api/buyer-cancel-schema.ts";
import { shopSchema } from "../../../src/shop-api/shop-schema.ts";
import { buyerActions, staffActions } from "../../actions.mts";
import { createCustomer } from "../catalog-and-orders.mts";
import { StaffMember } from "../staff-member.mts";
import type { TestShop } from "../test-shop.mts";

const ownRights = [
  "ReadPayIndexPayment",
  "UpdatePayIndexPayment",
  "RefundPayIndexPayment",
  "CancelPayIndexSubscription",
];
/** Every right that an action can need. */
const allRights = [...ownRights, "UpdateOrder"];
const routes = Object.entries(staffRoutes);
const reads = routes.flatMap(([path, { method, permission }]) =>
  method === "GET" ? [{ path: path.replace(":id", "1"), body: undefined, permission }] : [],
);

const json = { "content-type": "application/json" };
const form = { "content-type": "application/x-www-form-urlencoded" };
const crossSite = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };

/** Who may do what, and from which pages. Vendure's own settings: it allows every origin. */
export function accessSuite(shop: () => TestShop): void {
  let clerk: StaffMember;
  let reader: StaffMember;
  let customer: StaffMember;
  let cookie: string;
  beforeAll(async () => {
    clerk = await shop().staffWith(["ReadOrder", "UpdateOrder", "ReadPaymentMethod"]);
    reader = await shop().staffWith(["ReadPayIndexPayment"]);
    const { login: account } = await createCustomer(shop().app, "ada@shop.example");
    customer = await StaffMember.signIn(shop().origin, ...account, "shop-api");
    const login = `mutation { login(username: "superadmin", password: "superadmin") { __typename } }`;
    const response = await post("admin-api", json, JSON.stringify({ query: login }));
    cookie = response.headers
      .getSetCookie()
      .flatMap((each) => each.split(";", 1))
      .join("; ");
    expect(cookie).not.toBe("");
  });

  function post(path: string, headers: Record<string, string>, body: string): Promise<Response> {
    const bytes = new TextEncoder().encode(body);
    return fetch(`${shop().origin}/${path}`, { method: "POST", headers, body: bytes });
  }

  test.each([...reads, ...staffActions])(
    "$path is closed to everybody without a right of the plugin (H2, B-52)",
    async (page) => {
      const statusFor = async (staff: StaffMember) => (await staff.request(page.path, page.body)).status;
      expect(await statusFor(new StaffMember(shop().origin))).toBe(401);
      for (const stranger of [customer, clerk]) expect(await statusFor(stranger)).toBe(403);
      // An export needs a period.
      const answer = page.path === "export" ? 400 : 200;
      const isForReaders = "permission" in page && page.permission === "view";
      expect(await statusFor(reader)).toBe(isForReaders ? answer : 403);
    },
  );

  describe.each(staffActions)("$action", ({ path, body, rights }) => {
    test.each(rights)("is refused without %s, whatever else the role has (H2)", async (right) => {
      const staff = await shop().staffWith(allRights.filter((each) => each !== right));
      expect((await staff.request(path, body)).status).toBe(403);
    });

    test("needs no other right", async () => {
      const staff = await shop().staffWith(rights);
      expect((await staff.request(path, body)).status).not.toBe(403);
    });
  });

  test("each permission can be granted, and has a description", async () => {
    const found = await shop().staff.ask(
      "query { globalSettings { serverConfig { permissions { name description assignable } } } }",
    );
    const { permissions } = found.serverConfig;
    const ours = permissions.filter(({ name }: { name: string }) => name.includes("PayIndex"));
    const description = expect.stringContaining("pay_index");
    expect(ours).toEqual(ownRights.map((name) => ({ name, description, assignable: true })));
  });

  test("the tables of this test and of the documentation have every action", () => {
    const posts = routes.flatMap(([path, { method }]) => (method === "POST" ? [path] : []));
    expect(new Set(staffActions.map(({ path }) => path))).toEqual(new Set(posts));
    const ofType = (node: DefinitionNode) =>
      node.kind === Kind.OBJECT_TYPE_EXTENSION && node.name.value === "Mutation" ? (node.fields ?? []) : [];
    const { definitions } = concatAST([shopSchema, buyerCancelSchema]);
    const mutations = definitions.flatMap(ofType).map(({ name }) => name.value);
    expect(buyerActions.map(({ action }) => action).toSorted()).toEqual(mutations.toSorted());
  });

  test.each(staffActions)("$action accepts only JSON, and nothing from another site (M1)", async (action) => {
    const path = `pay-index-staff/${action.path}`;
    const sent = JSON.stringify(action.body);
    for (const headers of [form, { "content-type": "text/plain" }, {}]) {
      const response = await post(path, { cookie, ...headers }, sent);
      expect([response.status, await codeOf(response)]).toEqual([415, "json_required"]);
    }
    const foreign = await post(path, { cookie, ...json, ...crossSite }, sent);
    expect([foreign.status, await codeOf(foreign)]).toEqual([403, "cross_site"]);
  });

  test.each(buyerActions)("$action accepts only JSON, and nothing from another site (M1)", async (action) => {
    const query = `mutation { ${action.request} }`;
    const foreign = await post("shop-api", { cookie, ...json, ...crossSite }, JSON.stringify({ query }));
    expect([foreign.status, await codeOf(foreign)]).toEqual([403, "PAY_INDEX_CROSS_SITE"]);
    const submitted = await post("shop-api", { cookie, ...form }, new URLSearchParams({ query }).toString());
    expect([submitted.status, await codeOf(submitted)]).toEqual([415, "PAY_INDEX_JSON_REQUIRED"]);
  });

  test("the development server of the dashboard, which has its own port, changes something (M1)", async () => {
    const { code, attemptId } = await shop().startOrder();
    const body = JSON.stringify({ attemptId, action: "dismiss", note: "Asked." });
    const headers = { "sec-fetch-site": "same-site", origin: "http://127.0.0.1:5173" };
    const { status } = await post("pay-index-staff/attempts/resolve", { cookie, ...json, ...headers }, body);
    expect([status, (await shop().status(code)).state]).toEqual([200, "closed"]);
  });

  test("the cookie of the dashboard opens its pages", async () => {
    const response = await fetch(`${shop().origin}/pay-index-staff/session`, { headers: { cookie } });
    expect(await response.json()).toMatchObject({
      operator: { id: "1", name: "Super Admin" },
      permissions: ["view", "resolve", "refund", "cancel", "links"],
    });
  });
}

async function codeOf(response: Response): Promise<string | undefined> {
  const body = (await response.json()) as {
    error?: { code: string };
    errors?: { extensions?: { code?: string } }[];
  };
  return body.error?.code ?? body.errors?.[0]?.extensions?.code;
}
