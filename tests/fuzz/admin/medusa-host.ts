import { StaffMember } from "../../../packages/medusa/test/shop/staff-member.mts";
import { openTestShop, type TestShop } from "../../../packages/medusa/test/shop/test-shop.mts";
import type { Random } from "../random.ts";
import type { AdminAccount, AdminHost, ExpectedAccess, StaffPayment } from "./admin-host.ts";
import { MedusaRequests } from "./medusa-requests.ts";
import type { AdminAnswer, AdminRequest } from "./send-request.ts";

const ours = "pay_index_attempt";

/** A real Medusa on Postgres with its feature flag `rbac`, so that each route needs a policy. */
export class MedusaHost implements AdminHost {
  readonly actors: readonly AdminAccount[];
  readonly secrets = [
    "correct horse",
    ...["card", "hosted", "link", "subscription", "apm"].map((each) => `sandbox-${each}-key`),
  ];
  readonly #stage: TestShop;
  readonly #requests: MedusaRequests;

  private constructor(stage: TestShop, actors: readonly AdminAccount[]) {
    this.#stage = stage;
    this.actors = actors;
    this.#requests = new MedusaRequests(stage.origin);
  }

  static async open(): Promise<MedusaHost> {
    const stage = await openTestShop({}, { hasRoles: true });
    try {
      return new MedusaHost(stage, await actorsOf(stage));
    } catch (error) {
      await stage.close();
      throw error;
    }
  }

  get origin(): string {
    return this.#stage.origin;
  }

  async sell(name: string): Promise<StaffPayment> {
    const buyer = this.#stage.buyer();
    const reference = await buyer.isReadyToPay(this.#stage.shop);
    const { body } = await buyer.start();
    const attemptId = String(body.payment.attempt_id);
    const evidence = `Evidence of ${name} for staff alone.`;
    const { gateway } = this.#stage.payIndex;
    for (const dedupeKey of ["1", "2", "3"]) await gateway.requestRefund({ attemptId, dedupeKey, evidence });
    const { reviewItems } = await gateway.status({ reference });
    const ids = reviewItems.map(({ id }) => Buffer.from(id).toString("base64url"));
    return { reference, attemptId, orderId: "order_none", evidence, items: ids };
  }

  async held({ reference }: StaffPayment): Promise<string> {
    const {
      state,
      attempts: payments,
      reviewItems,
      placedOrder,
    } = await this.#stage.payIndex.gateway.status({ reference });
    const attempts = payments.map((payment) => [payment.attemptId, payment.state, payment.timeline]);
    return JSON.stringify([state, attempts, reviewItems.map(({ id }) => id), placedOrder]);
  }

  compose(payments: readonly StaffPayment[], actor: AdminAccount, random: Random): ExpectedAccess {
    return this.#requests.compose(payments, actor, random);
  }

  isAccepted(status: number): boolean {
    return status === 200;
  }

  /** Medusa answers 500 where Express cannot decode a path, on its own routes as well. */
  isServerError({ status }: AdminAnswer, { path }: AdminRequest): boolean {
    return status >= 500 && isDecodable(path);
  }

  takeLog(): string[] {
    return [...this.#stage.heard.splice(0), ...this.#stage.logged.splice(0)];
  }

  close(): Promise<void> {
    return this.#stage.close();
  }
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path.split("?", 1)[0] ?? "");
    return true;
  } catch {
    return false;
  }
}

/** The policies of Medusa's own refund route. */
const refundKeys = ["payment:read", "refund:create"];

async function actorsOf(stage: TestShop): Promise<AdminAccount[]> {
  const grants: Readonly<Record<string, readonly string[]>> = {
    nobody: [],
    stranger: ["order:read", "order:update", "payment:read"],
    reader: [`${ours}:read`],
    resolver: ["read", "update", "refund", "cancel"]
      .map((operation) => `${ours}:${operation}`)
      .concat(refundKeys),
  };
  const without = { id: undefined, mayRead: false, mayChange: false };
  const actors: AdminAccount[] = [
    { ...without, name: "without a login", headers: {} },
    { ...without, name: "with a broken login", headers: { authorization: "Bearer x.y.z" } },
    { ...without, name: "with a broken cookie", headers: { cookie: "connect.sid=s%3Ax.y" } },
    { ...without, name: "with another scheme", headers: { authorization: "Basic c2tfeDo=" } },
    await customer(stage),
  ];
  // Medusa 2.21 requires this policy for its own refund route, and defines it nowhere.
  const refund = { key: "refund:create", name: "CreateRefund", resource: "refund", operation: "create" };
  // biome-ignore lint/suspicious/noExplicitAny: a module of Medusa that its types do not know
  await (stage.container.resolve("rbac") as any).createRbacPolicies([refund]);
  for (const [name, keys] of Object.entries(grants)) {
    const staff = await StaffMember.signIn(stage, {
      email: `${name}@example.com`,
      roles: keys.length === 0 ? [] : [await roleWith(stage, name, keys)],
    });
    const about = { id: staff.id, mayRead: keys.includes(`${ours}:read`), mayChange: name === "resolver" };
    const bearer = { authorization: `Bearer ${staff.token}` };
    actors.push({ ...about, name: `${name} with a token`, headers: bearer });
    actors.push({ ...about, name: `${name} with a cookie`, headers: { cookie: await staff.cookie() } });
  }
  // Allowed accounts send half of all requests.
  const allowed = actors.filter(({ mayChange }) => mayChange);
  return [...actors, ...allowed, ...allowed, ...allowed, ...allowed];
}

async function roleWith({ container }: TestShop, name: string, keys: readonly string[]): Promise<string> {
  // biome-ignore lint/suspicious/noExplicitAny: a module of Medusa that its types do not know
  const rbac = container.resolve("rbac") as any;
  const policies: { id: string }[] = await rbac.listRbacPolicies({ key: keys });
  if (policies.length !== keys.length) throw new Error("Medusa does not know the plugin's policies.");
  const [role] = await rbac.createRbacRoles([{ name }]);
  await rbac.createRbacRolePolicies(policies.map(({ id }) => ({ role_id: role.id, policy_id: id })));
  return role.id;
}

/** A buyer with an account, who is signed in at the storefront. */
async function customer({ origin, shop }: TestShop): Promise<AdminAccount> {
  const headers = { "content-type": "application/json", "x-publishable-api-key": shop.publishableKey };
  const body = JSON.stringify({ email: "fuzz.customer@example.com", password: "correct horse" });
  const response = await fetch(`${origin}/auth/customer/emailpass/register`, {
    method: "POST",
    headers,
    body,
  });
  const { token } = (await response.json()) as { token: string };
  const login = { authorization: `Bearer ${token}` };
  return { name: "a customer", id: undefined, mayRead: false, mayChange: false, headers: login };
}
