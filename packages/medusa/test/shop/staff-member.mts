import { createRequire } from "node:module";
import type { Any } from "./any.mts";
import type { Medusa } from "./open-medusa.mts";

const require = createRequire(import.meta.url);

interface Account {
  readonly email: string;
  readonly firstName?: string;
  readonly lastName?: string;
  /** Ids of roles, which only count with the feature flag `rbac`. Without this property, staff may do everything. */
  readonly roles?: readonly string[];
}

const json = { "content-type": "application/json" };
const password = "correct horse";

/** A member of staff who is signed in at the Admin API. */
export class StaffMember {
  readonly id: string;
  readonly token: string;
  readonly #origin: string;

  private constructor(origin: string, token: string) {
    this.#origin = origin;
    this.token = token;
    this.id = claimsOf(token).actor_id;
  }

  static async signIn(
    { origin, container }: Pick<Medusa, "origin" | "container">,
    account: Account,
  ): Promise<StaffMember> {
    const { email, firstName: first_name, lastName: last_name, roles } = account;
    const login = async (path: string): Promise<string> => {
      const body = JSON.stringify({ email, password });
      const response = await fetch(origin + path, { method: "POST", headers: json, body });
      return ((await response.json()) as { token: string }).token;
    };
    const { auth_identity_id: authIdentityId } = claimsOf(await login("/auth/user/emailpass/register"));
    const { createUserAccountWorkflow } = require("@medusajs/medusa/core-flows");
    const userData = { email, ...(first_name && { first_name }), ...(last_name && { last_name }) };
    const { result: user } = await createUserAccountWorkflow(container).run({
      input: { authIdentityId, userData },
    });
    const link = container.resolve("link") as Any;
    const hasRoles = container.resolve("rbac", { allowUnregistered: true }) !== undefined;
    for (const rbac_role_id of roles ?? (hasRoles ? ["role_super_admin"] : []))
      await link.create({ user: { user_id: user.id }, rbac: { rbac_role_id } });
    return new StaffMember(origin, await login("/auth/user/emailpass"));
  }

  async ask(path: string, body?: object): Promise<{ status: number; body: Any }> {
    return this.send(body === undefined ? "GET" : "POST", `/admin${path}`, body);
  }

  async send(method: string, path: string, body?: object): Promise<{ status: number; body: Any }> {
    const response = await fetch(this.#origin + path, {
      method,
      headers: { ...json, authorization: `Bearer ${this.token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  }

  /** The cookie that the admin's pages have. */
  async cookie(): Promise<string> {
    const headers = { authorization: `Bearer ${this.token}` };
    const response = await fetch(`${this.#origin}/auth/session`, { method: "POST", headers });
    const [cookie = ""] = response.headers.get("set-cookie")?.split(";") ?? [];
    return cookie;
  }
}

function claimsOf(token: string): Any {
  const [, claims = ""] = token.split(".");
  return JSON.parse(Buffer.from(claims, "base64url").toString());
}
