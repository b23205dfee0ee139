import { staffRoutes } from "@pay-index/server/staff";
import { beforeAll, describe, expect, test } from "vitest";
import { medusaActions, medusaOwnActions } from "../actions.mts";
import type { Any } from "./any.mts";
import { listGuardedMedusaRoutes, listRoutes } from "./list-routes.mts";
import { staffAddresses } from "./staff.suite.mts";
import { StaffMember } from "./staff-member.mts";
import type { TestShop } from "./test-shop.mts";

const read = "pay_index_attempt:read";
const done = [200, 400, 404, 409];

const staffActions = medusaActions.filter(({ caller }) => caller === "staff");
const allPolicies = [...new Set(staffActions.flatMap(({ rights }) => rights))];

/** The policies of staff in a Medusa whose feature flag `rbac` is on. */
export function staffPermissionsSuite(open: () => TestShop): void {
  let staffWithoutRole: StaffMember;
  let staffOfOtherRole: StaffMember;
  let reader: StaffMember;

  beforeAll(async () => {
    // Medusa 2.21 requires this policy for its own refund route, and defines it nowhere. So a shop defines it.
    const refund = { key: "refund:create", name: "CreateRefund", resource: "refund", operation: "create" };
    await open().resolve("rbac").createRbacPolicies([refund]);
    staffWithoutRole = await StaffMember.signIn(open(), { email: "nobody@example.com", roles: [] });
    staffOfOtherRole = await withPolicies("order:read", "order:update", "payment:read", "customer:read");
    reader = await withPolicies("order:read", read);
  });

  async function withPolicies(...keys: readonly string[]): Promise<StaffMember> {
    const rbac = open().resolve("rbac");
    const policies = await rbac.listRbacPolicies({ key: keys });
    expect(policies.map(({ key }: Any) => key).sort()).toEqual([...keys].sort());
    const name = crypto.randomUUID();
    const [role] = await rbac.createRbacRoles([{ name }]);
    await rbac.createRbacRolePolicies(policies.map(({ id }: Any) => ({ role_id: role.id, policy_id: id })));
    return StaffMember.signIn(open(), { email: `${name}@example.com`, roles: [role.id] });
  }

  /** Sends the request of an action, about an id that exists nowhere. */
  async function send(staff: StaffMember, { action, body = {} }: { action: string; body?: object }) {
    const [method = "", path = ""] = action.replace(/:\w+/g, "none").split(" ");
    return (await staff.send(method, path, method === "GET" ? undefined : body)).status;
  }

  test.each(staffAddresses)(
    "$method $path refuses requests without a login, a role or a policy, and permits the super admin (H2, B-52)",
    async ({ method, path, permission }) => {
      const route = { action: `${method} ${path}` };
      expect((await fetch(open().origin + path, { method })).status).toBe(401);
      for (const staff of [staffWithoutRole, staffOfOtherRole]) expect(await send(staff, route)).toBe(403);
      expect(permission === "view" ? done : [403]).toContain(await send(reader, route));
      expect(done).toContain(await send(await open().staff(), route));
    },
  );

  test("the table of actions has every route that changes something, and the policies of the refund route", () => {
    const ofStaff = Object.entries(staffRoutes).flatMap(([path, { method }]) =>
      method === "GET" ? [] : [`${method} /admin/pay-index/${path}`],
    );
    const ofBuyers = listRoutes("store").filter(({ method }) => method !== "GET");
    const listed = medusaActions.map(({ action }) => action.split(" ", 2).join(" "));
    expect([...new Set(listed)].toSorted()).toEqual(
      [...ofStaff, ...ofBuyers.map(({ method, pattern }) => `${method} ${pattern}`)].toSorted(),
    );
    const guarded = [...new Set(listGuardedMedusaRoutes())];
    expect(medusaOwnActions.map(({ action }) => action).toSorted()).toEqual(guarded.toSorted());
  });

  describe("each action needs its policies, and no other (H2, B-52)", () => {
    const without = new Map<string, StaffMember>();
    beforeAll(async () => {
      for (const right of allPolicies)
        without.set(right, await withPolicies(...allPolicies.filter((each) => each !== right)));
    });

    const ofMedusa = medusaOwnActions.filter(({ action }) => action.endsWith("/refund"));
    test.each([...staffActions, ...ofMedusa])("$action", async ({ rights, ...about }) => {
      expect(rights).not.toEqual([]);
      for (const right of rights)
        expect(await send(without.get(right) as StaffMember, about), right).toBe(403);
      expect(done).toContain(await send(await withPolicies(...rights), about));
    });
  });

  test("the address of a dispute webhook is shown only to users who may change settings (DSP-ADDRESS)", async () => {
    const webhooksFor = async (staff: StaffMember) =>
      (await staff.ask("/pay-index/health")).body.disputeWebhooks;
    expect(await webhooksFor(reader)).toEqual([]);
    const manager = await withPolicies("order:read", read, "store:update");
    expect((await webhooksFor(manager)).length).toBeGreaterThan(0);
  });

  test("the session names the permissions of the policies", async () => {
    const permissionsOf = async (staff: StaffMember) =>
      (await staff.ask("/pay-index/session")).body.permissions;
    expect(await permissionsOf(reader)).toEqual(["view"]);
    const all = ["view", "resolve", "refund", "cancel", "links"];
    expect(await permissionsOf(await open().staff())).toEqual(all);
    expect(await permissionsOf(await withPolicies(...allPolicies))).toEqual(all);
  });

  describe("Medusa's own routes expand links by their `fields` (H2)", () => {
    let orderId: string;
    beforeAll(async () => {
      orderId = (await open().paidOrder()).order.id;
    });

    test.each([
      ["/orders/:id?fields=*pay_index_attempts", 403],
      ["/orders/:id?fields=id,pay_index_attempts.state", 403],
      ["/orders?fields=%2Bpay%5Findex_payments.record", 403],
      ["/orders/:id?fields=*customer.pay_index_attempts", 403],
      ["/customers?fields=*pay_index_attempts", 403],
      ["/orders?fields=*", 200],
      ["/orders?fields=**", 200],
      ["/orders?fields=*.*", 200],
      ["/customers", 200],
    ])("%s shows no payment to staff without the policy to read", async (path, status) => {
      const answer = await staffOfOtherRole.ask(path.replace(":id", orderId));
      expect(answer.status).toBe(status);
      if (status === 200) expect(JSON.stringify(answer.body)).not.toMatch(/pay_?index_payment/i);
      else expect(answer.body).toMatchObject({ type: "forbidden", message: expect.stringContaining(read) });
    });

    test("staff with the policy to read and the policy of the route see payments", async () => {
      for (const staff of [reader, await open().staff()]) {
        const { body } = await staff.ask(`/orders/${orderId}?fields=*pay_index_attempts`);
        expect(body.order.pay_index_attempts).toMatchObject([{ state: "paid" }]);
      }
    });
  });

  test("a secret API key has no role in Medusa, so the feature flag rbac refuses it", async () => {
    const about = { title: "Key", type: "secret", created_by: (await open().staff()).id };
    const key = await open().resolve("api_key").createApiKeys(about);
    const authorization = `Basic ${Buffer.from(`${key.token}:`).toString("base64")}`;
    const path = `${open().origin}/admin/pay-index/review-items`;
    expect((await fetch(path, { headers: { authorization } })).status).toBe(403);
  });

  test("each policy can be granted, and has a description", async () => {
    const { body } = await open().ask("/rbac/policies?resource=pay_index_attempt");
    const keys = ["read", "update", "refund", "cancel"].map((operation) => `pay_index_attempt:${operation}`);
    for (const key of keys)
      expect(body.policies).toContainEqual(expect.objectContaining({ key, description: expect.any(String) }));
    expect((await reader.ask("/rbac/me/permissions")).body.permissions.toSorted()).toEqual([
      "order:read",
      read,
    ]);
  });
}
