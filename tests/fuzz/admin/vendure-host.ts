import { createSqljsDatabase } from "../../../packages/vendure/test/conformance/test-database.mts";
import { sellProduct } from "../../../packages/vendure/test/shop/catalog-and-orders.mts";
import { authOptions } from "../../../packages/vendure/test/shop/open-vendure.mts";
import {
  readStoredData,
  requestRefundReview,
} from "../../../packages/vendure/test/shop/review-item-helpers.mts";
import { StaffMember } from "../../../packages/vendure/test/shop/staff-member.mts";
import { openTestShop, type TestShop } from "../../../packages/vendure/test/shop/test-shop.mts";
import type { Random } from "../random.ts";
import type { AdminAccount, AdminHost, ExpectedAccess, StaffPayment } from "./admin-host.ts";
import type { AdminAnswer } from "./send-request.ts";
import { composeOperation } from "./vendure-requests.ts";

const read = "ReadPayIndexPayment";
const update = "UpdatePayIndexPayment";

/** A real Vendure on sql.js whose staff sign in by token or cookie. */
export class VendureHost implements AdminHost {
  readonly actors: readonly AdminAccount[];
  readonly secrets: readonly string[];
  readonly #stage: TestShop;
  readonly #tea: string;
  readonly #root: StaffMember;

  private constructor({ stage, tea, root, actors }: Parts) {
    this.#stage = stage;
    this.#tea = tea;
    this.#root = root;
    this.actors = actors;
    this.secrets = stage.sandbox.merchants.map(({ key }) => key);
  }

  static async open(): Promise<VendureHost> {
    const changes = { authOptions: { ...authOptions, tokenMethod: ["bearer", "cookie"] as const } };
    const stage = await openTestShop({ place: await createSqljsDatabase(), changes: changes as never });
    try {
      const root = await StaffMember.signIn(stage.origin);
      const tea = await sellProduct(stage.app, { name: "Tea", price: 1999, stock: 1_000_000 });
      return new VendureHost({ stage, tea, root, actors: await actorsOf(stage, root) });
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
    const reference = await buyer.isReadyToPay(this.#tea);
    await buyer.start({ method: "hosted" });
    const attemptId = await this.#stage.attempt(reference);
    const evidence = `Evidence of ${name} for staff alone.`;
    for (const dedupeKey of ["1", "2", "3"])
      await requestRefundReview(this.#stage, { attemptId, dedupeKey, evidence });
    const find =
      "query ($code: String!) { orders(options: { filter: { code: { eq: $code } } }) { items { id } } }";
    const [{ id: orderId }] = (await this.#root.ask(find, { code: reference })).items;
    const { ids } = await readStoredData(this.#stage, reference);
    return { reference, attemptId, orderId, evidence, items: ids };
  }

  async held({ reference }: StaffPayment): Promise<string> {
    return (await readStoredData(this.#stage, reference)).text;
  }

  compose(payments: readonly StaffPayment[], actor: AdminAccount, random: Random): ExpectedAccess {
    return composeOperation({ payment: random.pick(payments), actor, origin: this.origin }, random);
  }

  isAccepted(status: number, body: string): boolean {
    return status === 200 && !body.includes('"errors"');
  }

  /** Errors of a resolver are in a GraphQL answer. Vendure's own filter answers what never becomes an operation. */
  isServerError({ status, body }: AdminAnswer): boolean {
    const isBeforeGraphQl = body.startsWith('{"statusCode":500,');
    return body.includes("INTERNAL_SERVER_ERROR") || (status >= 500 && !isBeforeGraphQl);
  }

  /** Without lines of Vendure's own session cache, which name session tokens at the level `debug`. */
  takeLog(): string[] {
    return this.#stage.logged.splice(0).filter((line) => !line.includes("vendure-session-cache"));
  }

  close(): Promise<void> {
    return this.#stage.close();
  }
}

interface Parts {
  readonly stage: TestShop;
  readonly tea: string;
  readonly root: StaffMember;
  readonly actors: readonly AdminAccount[];
}

async function actorsOf({ origin }: TestShop, root: StaffMember): Promise<AdminAccount[]> {
  const grants = {
    clerk: ["ReadOrder", "UpdateOrder", "ReadPaymentMethod"],
    reader: [read],
    resolver: [read, update, "RefundPayIndexPayment", "CancelPayIndexSubscription", "UpdateOrder"],
  };
  const without = { id: undefined, mayRead: false, mayChange: false };
  const actors: AdminAccount[] = [
    { ...without, name: "without a login", headers: {} },
    { ...without, name: "with a broken login", headers: { authorization: "Bearer x.y.z" } },
    { ...without, name: "with a broken cookie", headers: { cookie: "session=e30=; session.sig=x" } },
  ];
  for (const [name, permissions] of Object.entries(grants)) {
    await administrator(root, name, permissions);
    const login = await signIn(origin, name);
    const mayRead = permissions.includes(read);
    const mayChange = permissions.includes(update);
    const about = { id: login.id, mayRead, mayChange };
    actors.push({
      ...about,
      name: `${name} with a token`,
      headers: { authorization: `Bearer ${login.token}` },
    });
    actors.push({ ...about, name: `${name} with a cookie`, headers: { cookie: login.cookie } });
  }
  const allowed = actors.filter(({ mayChange }) => mayChange);
  // Allowed accounts send half of all requests.
  return [...actors, ...allowed, ...allowed, ...allowed];
}

async function administrator(root: StaffMember, name: string, permissions: readonly string[]): Promise<void> {
  const newRole = "mutation ($input: CreateRoleInput!) { createRole(input: $input) { id } }";
  const { id } = await root.ask(newRole, { input: { code: name, description: name, permissions } });
  const newPerson =
    "mutation ($input: CreateAdministratorInput!) { createAdministrator(input: $input) { id } }";
  const person = { firstName: name, lastName: "", emailAddress: `${name}@shop.example`, password: name };
  await root.ask(newPerson, { input: { ...person, roleIds: [id] } });
}

interface Login {
  readonly id: string;
  readonly token: string;
  readonly cookie: string;
}

async function signIn(origin: string, name: string): Promise<Login> {
  const query =
    "mutation ($name: String!, $password: String!) { login(username: $name, password: $password) { ... on CurrentUser { id } } }";
  const variables = { name: `${name}@shop.example`, password: name };
  const response = await fetch(`${origin}/admin-api`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ query, variables }),
  });
  const { data } = (await response.json()) as { data: { login: { id: string } } };
  const cookies = response.headers.getSetCookie().flatMap((each) => each.split(";", 1));
  return {
    id: data.login.id,
    token: response.headers.get("vendure-auth-token") ?? "",
    cookie: cookies.join("; "),
  };
}
