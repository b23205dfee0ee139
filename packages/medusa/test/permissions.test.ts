import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { medusaActions, medusaOwnActions } from "./actions.mts";
import { listGuardedMedusaRoutes, listRoutes, type PluginRoute } from "./shop/list-routes.mts";
import { StaffMember } from "./shop/staff-member.mts";
import { openTestShop, type TestShop } from "./shop/test-shop.mts";

// biome-ignore lint/suspicious/noExplicitAny: what a server answers; the tests say what they expect of it
type Any = any;

// A Medusa whose feature flag `rbac` is on.

const policyResource = "pay_index_attempt";
let stage: TestShop;
let staffWithoutRole: StaffMember;
let staffOfOtherRole: StaffMember;
let reader: StaffMember;
let resolver: StaffMember;
let superAdmin: StaffMember;

beforeAll(async () => {
  stage = await openTestShop({ operations: { disputeWebhook: {} } }, { hasRoles: true });
  // Medusa 2.21 requires this policy for its own refund route, and defines it nowhere. So a shop defines it.
  const refund = { key: "refund:create", name: "CreateRefund", resource: "refund", operation: "create" };
  await (stage.container.resolve("rbac") as Any).createRbacPolicies([refund]);
  staffWithoutRole = await StaffMember.signIn(stage, { email: "nobody@example.com" });
  staffOfOtherRole = await withPolicies("stranger", [
    "order:read",
    "order:update",
    "payment:read",
    "customer:read",
  ]);
  reader = await withPolicies("reader", ["order:read", `${policyResource}:read`]);
  resolver = await withPolicies("resolver", [
    "order:read",
    `${policyResource}:read`,
    `${policyResource}:update`,
  ]);
  superAdmin = await StaffMember.signIn(stage, { email: "root@example.com", roles: ["role_super_admin"] });
}, 180_000);
afterAll(() => stage?.close());

async function withPolicies(name: string, keys: readonly string[]): Promise<StaffMember> {
  const rbac = stage.container.resolve("rbac") as Any;
  const policies = await rbac.listRbacPolicies({ key: keys });
  expect(policies.map(({ key }: Any) => key).sort()).toEqual([...keys].sort());
  const [role] = await rbac.createRbacRoles([{ name }]);
  await rbac.createRbacRolePolicies(policies.map(({ id }: Any) => ({ role_id: role.id, policy_id: id })));
  return StaffMember.signIn(stage, { email: `${name}@example.com`, roles: [role.id] });
}

async function statusOf(staff: StaffMember, { method, path }: Omit<PluginRoute, "pattern">): Promise<number> {
  return (await staff.send(method, path, method === "GET" ? undefined : {})).status;
}

describe.each(listRoutes("admin"))("$method $path, with the feature flag rbac (H2, B-52)", (route) => {
  const isRead = route.method === "GET";

  test("refuses a request without a login", async () => {
    const { method, path } = route;
    expect((await fetch(stage.origin + path, { method })).status).toBe(401);
  });

  test("refuses a user without a role, and a user whose roles have other policies", async () => {
    expect(await statusOf(staffWithoutRole, route)).toBe(403);
    expect(await statusOf(staffOfOtherRole, route)).toBe(403);
  });

  test("needs the policy read for reading, and refuses readers otherwise", async () => {
    if (isRead) expect([200, 404]).toContain(await statusOf(reader, route));
    else expect(await statusOf(reader, route)).toBe(403);
  });

  test("permits the super admin", async () => {
    expect([200, 400, 404]).toContain(await statusOf(superAdmin, route));
  });
});

test("the table of actions has every route that changes something, and the policies of the refund route", () => {
  const own = [...listRoutes("admin"), ...listRoutes("store")].filter(({ method }) => method !== "GET");
  const listed = medusaActions.map(({ action }) => action.split(" ", 2).join(" "));
  expect([...new Set(listed)].toSorted()).toEqual(
    own.map(({ method, pattern }) => `${method} ${pattern}`).toSorted(),
  );
  const guarded = [...new Set(listGuardedMedusaRoutes())];
  expect(medusaOwnActions.map(({ action }) => action).toSorted()).toEqual(guarded.toSorted());
});

const staffActions = medusaActions.filter(({ caller }) => caller === "staff");
const allPolicies = [...new Set(staffActions.flatMap(({ rights }) => rights))];
const cases = staffActions.flatMap(({ rights, ...about }) => rights.map((right) => ({ ...about, right })));

/** Sends the request of an action, about an id that exists nowhere. */
async function sendAction(staff: StaffMember, { action, body = {} }: { action: string; body?: object }) {
  const [method = "", path = ""] = action.replace(/:\w+/g, "none").split(" ");
  return (await staff.send(method, path, body)).status;
}

describe("each action needs its policies, and no other (H2, B-52)", () => {
  const without = new Map<string, StaffMember>();
  beforeAll(async () => {
    for (const right of allPolicies) {
      const others = allPolicies.filter((each) => each !== right);
      without.set(right, await withPolicies(`without-${right.replace(":", "-")}`, others));
    }
  });

  test.each(cases)("$action is refused without $right, whatever else the role has", async (each) => {
    expect(await sendAction(without.get(each.right) as StaffMember, each)).toBe(403);
  });

  test.each(staffActions)("$action needs no other policy", async ({ rights, ...about }) => {
    const staff = await withPolicies(crypto.randomUUID(), rights);
    expect([200, 400, 404]).toContain(await sendAction(staff, about));
  });

  test("Medusa's own refund route needs the same policies of Medusa", async () => {
    const { rights } = medusaOwnActions.find(({ action }) => action.endsWith("/refund")) ?? { rights: [] };
    expect(rights).not.toEqual([]);
    for (const right of rights)
      expect(
        await sendAction(without.get(right) as StaffMember, { action: "POST /admin/payments/:id/refund" }),
      ).toBe(403);
  });
});

test("the address of a dispute webhook is shown only to users who may change settings (DSP-ADDRESS)", async () => {
  const webhooksFor = async (staff: StaffMember) =>
    (await staff.ask("/pay-index/health")).body.health.dispute_webhooks;
  expect(await webhooksFor(reader)).toEqual([]);
  const manager = await withPolicies("manager", ["order:read", `${policyResource}:read`, "store:update"]);
  expect((await webhooksFor(manager)).length).toBeGreaterThan(0);
});

test("staff who may read see an item and cannot resolve it; staff who may update resolve it (H2)", async () => {
  const buyer = stage.buyer();
  const cartId = await buyer.isReadyToPay(stage.shop);
  await buyer.start();
  const attemptId = stage.attempt(cartId);
  await stage.control.setFaults({ of: "order", orderId: attemptId }, [
    { kind: "wrong_amount", trueAmount: "20.00" },
  ]);
  await stage.paid(cartId);
  expect((await staffWithoutRole.ask("/pay-index/review-items")).body.items).toBeUndefined();
  const { items } = (await reader.ask("/pay-index/review-items")).body;
  const [item] = items.filter(({ cart_id }: Any) => cart_id === cartId);
  const path = `/pay-index/review-items/${item.id}/resolution`;
  const decision = { action: "accept", note: "All of it has come." };
  for (const [staff, status] of [
    [staffWithoutRole, 403],
    [staffOfOtherRole, 403],
    [reader, 403],
  ] as const)
    expect(await staff.ask(path, decision)).toMatchObject({ status });
  expect((await reader.ask(`/pay-index/carts/${cartId}`)).body.payment).toMatchObject({
    state: "review",
    placed_at: null,
  });
  expect(await resolver.ask(path, decision)).toMatchObject({
    status: 200,
    body: { payment: { state: "paid", review_items: [], placed_at: expect.any(String) } },
  });
});

describe("Medusa's own routes expand links by their `fields` (H2)", () => {
  let orderId: string;
  beforeAll(async () => {
    const buyer = stage.buyer();
    const cartId = await buyer.isReadyToPay(stage.shop);
    await buyer.start();
    await stage.paid(cartId);
    orderId = (await buyer.status()).body.payment.order_id;
  });

  const paths = [
    ["an order", () => `/orders/${orderId}?fields=*pay_index_attempts`],
    ["a field of an order", () => `/orders/${orderId}?fields=id,pay_index_attempts.state`],
    ["a list of orders", () => "/orders?fields=%2Bpay%5Findex_payments.record"],
    ["the customer of an order", () => `/orders/${orderId}?fields=*customer.pay_index_attempts`],
    ["customers", () => "/customers?fields=*pay_index_attempts"],
  ] as const;

  test.each(paths)("%s shows no payment to staff without the policy to read", async (_, path) => {
    expect(await staffOfOtherRole.ask(path())).toMatchObject({
      status: 403,
      body: { type: "forbidden", message: expect.stringContaining(`${policyResource}:read`) },
    });
  });

  test.each(["/orders?fields=*", "/orders?fields=**", "/orders?fields=*.*", "/customers"])(
    "%s shows no payment to staff without the policy",
    async (path) => {
      const { status, body } = await staffOfOtherRole.ask(path);
      expect(status).toBe(200);
      expect(JSON.stringify(body)).not.toMatch(/pay_?index_payment/i);
    },
  );

  test("staff with the policy to read and the policy of the route see payments", async () => {
    const accountant = await withPolicies("accountant", ["order:read", `${policyResource}:read`]);
    const { body } = await accountant.ask(`/orders/${orderId}?fields=*pay_index_attempts`);
    expect(body.order.pay_index_attempts).toMatchObject([{ state: "paid" }]);
    expect(await superAdmin.ask(`/orders/${orderId}?fields=*pay_index_attempts`)).toMatchObject({
      status: 200,
    });
  });
});

test("a secret API key has no role in Medusa, so the feature flag rbac refuses it", async () => {
  const apiKeys = stage.container.resolve("api_key") as Any;
  const key = await apiKeys.createApiKeys({ title: "Key", type: "secret", created_by: superAdmin.id });
  const authorization = `Basic ${Buffer.from(`${key.token}:`).toString("base64")}`;
  const path = `${stage.origin}/admin/pay-index/review-items`;
  expect((await fetch(path, { headers: { authorization } })).status).toBe(403);
});

test("each policy can be granted, and has a description", async () => {
  const { body } = await superAdmin.ask("/rbac/policies?resource=pay_index_attempt");
  expect(body.policies.map(({ key, description }: Any) => [key, typeof description])).toEqual(
    expect.arrayContaining([
      [`${policyResource}:read`, "string"],
      [`${policyResource}:update`, "string"],
      [`${policyResource}:refund`, "string"],
      [`${policyResource}:cancel`, "string"],
    ]),
  );
  expect((await reader.ask("/rbac/me/permissions")).body.permissions.toSorted()).toEqual([
    "order:read",
    `${policyResource}:read`,
  ]);
});
