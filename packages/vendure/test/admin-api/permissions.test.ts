import { concatAST, type DefinitionNode, Kind } from "graphql";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { adminSchema } from "../../src/admin-api/admin-schema.ts";
import { buyerCancelSchema } from "../../src/shop-api/buyer-cancel-schema.ts";
import { shopSchema } from "../../src/shop-api/shop-schema.ts";
import { vendureActions } from "../actions.mts";
import { createSqljsDatabase } from "../conformance/test-database.mts";
import { sellProduct } from "../shop/catalog-and-orders.mts";
import { StaffMember } from "../shop/staff-member.mts";
import { openTestShop, type TestShop } from "../shop/test-shop.mts";

const refusalText = "not currently authorized";
const readPermission = "ReadPayIndexPayment";
const updatePermission = "UpdatePayIndexPayment";
const refundPermission = "RefundPayIndexPayment";
const cancelPermission = "CancelPayIndexSubscription";
/** Every right that an action can need. */
const allRights = [readPermission, updatePermission, refundPermission, cancelPermission, "UpdateOrder"];

/** Each operation of the plugin's Admin API, about the payment at hand. */
const operations = {
  payIndexPayment: "query ($orderId: ID!) { payIndexPayment(orderId: $orderId) { state } }",
  payIndexCapabilities: "query { payIndexCapabilities { name } }",
  payIndexReviewItems: "query { payIndexReviewItems { totalItems } }",
  payIndexAttempts: "query { payIndexAttempts { items { attemptId } } }",
  payIndexHealth: "query { payIndexHealth { notifyUrl } }",
  resolvePayIndexReviewItem:
    "mutation ($input: ResolvePayIndexReviewItemInput!) { resolvePayIndexReviewItem(input: $input) { state } }",
  retryPayIndexReviewItem:
    "mutation ($orderId: ID!, $id: String!) { retryPayIndexReviewItem(orderId: $orderId, id: $id) { outcome } }",
  resolvePayIndexReviewItems:
    "mutation ($input: ResolvePayIndexReviewItemsInput!) { resolvePayIndexReviewItems(input: $input) { id problem } }",
  retryPayIndexReviewItems:
    "mutation ($ids: [String!]!) { retryPayIndexReviewItems(ids: $ids) { id outcome } }",
  queryPayIndexAttempts:
    "mutation ($ids: [String!]!) { queryPayIndexAttempts(attemptIds: $ids) { attemptId outcome } }",
  cancelPayIndexSubscription:
    "mutation ($orderId: ID!, $attemptId: String!) { cancelPayIndexSubscription(orderId: $orderId, attemptId: $attemptId) { outcome } }",
} as const;
type Operation = keyof typeof operations;

let stage: TestShop;
let root: StaffMember;
let reviewItemRef: { orderId: string; attemptId: string; id: string };
beforeAll(async () => {
  stage = await openTestShop({
    place: await createSqljsDatabase(),
    plugin: { operations: { query: {}, cancelSubscription: {} } },
  });
  root = await StaffMember.signIn(stage.origin);
  const buyer = stage.buyer();
  const code = await buyer.isReadyToPay(await sellProduct(stage.app, { name: "Tea", price: 1999 }));
  await buyer.start({ method: "hosted" });
  const attemptId = await stage.attempt(code);
  await stage.control.setFaults({ of: "order", orderId: attemptId }, [{ kind: "corrupt_sign" }]);
  await stage.paid(code);
  const find = "query { payIndexReviewItems { items { orderCode orderId item { id } } } }";
  const [found] = (await root.ask(find)).items.filter(
    ({ orderCode }: { orderCode: string }) => orderCode === code,
  );
  reviewItemRef = { orderId: found.orderId, attemptId, id: found.item.id };
}, 120_000);
afterAll(() => stage?.close());

function ask(staff: StaffMember, operation: Operation, headers?: Record<string, string>) {
  const { orderId, attemptId, id } = reviewItemRef;
  const input = { orderId, attemptId, action: "DISMISS", note: "Asked." };
  const variables = {
    payIndexPayment: { orderId },
    payIndexCapabilities: {},
    payIndexReviewItems: {},
    payIndexAttempts: {},
    payIndexHealth: {},
    resolvePayIndexReviewItem: { input },
    retryPayIndexReviewItem: { orderId, id },
    resolvePayIndexReviewItems: { input: { ids: [id], action: "DISMISS", note: "Asked." } },
    retryPayIndexReviewItems: { ids: [id] },
    // An unknown attempt: the answer about the other one would change its state for the later tests.
    queryPayIndexAttempts: { ids: ["0".repeat(20)] },
    cancelPayIndexSubscription: { orderId, attemptId },
  };
  const answer = staff.ask(operations[operation], variables[operation], headers);
  if (operation !== "cancelPayIndexSubscription") return answer;
  // The payment is no subscription, which only those who may cancel are told.
  return answer.catch((error: Error) => {
    if (error.message.includes("no subscription")) return error;
    throw error;
  });
}

let count = 0;
async function withPermissions(...permissions: string[]): Promise<StaffMember> {
  const name = `staff-${++count}`;
  const newRole = "mutation ($input: CreateRoleInput!) { createRole(input: $input) { id } }";
  const { id } = await root.ask(newRole, { input: { code: name, description: name, permissions } });
  const person = { firstName: name, lastName: "", emailAddress: `${name}@shop.example`, password: name };
  const newPerson =
    "mutation ($input: CreateAdministratorInput!) { createAdministrator(input: $input) { id } }";
  await root.ask(newPerson, { input: { ...person, roleIds: [id] } });
  return StaffMember.signIn(stage.origin, person.emailAddress, person.password);
}

function fieldsOf(type: string, schema = adminSchema): string[] {
  const extendsType = (node: DefinitionNode) =>
    node.kind === Kind.OBJECT_TYPE_EXTENSION && node.name.value === type ? [node] : [];
  return schema.definitions
    .flatMap(extendsType)
    .flatMap(({ fields = [] }) => fields.map(({ name }) => name.value));
}

test("this file lists every operation of the Admin API", () => {
  expect(Object.keys(operations).toSorted()).toEqual(
    [...fieldsOf("Query"), ...fieldsOf("Mutation")].toSorted(),
  );
});

describe.each(Object.keys(operations) as Operation[])("%s (H2, B-52)", (operation) => {
  const isRead = fieldsOf("Query").includes(operation);

  test("refuses a request without a login", async () => {
    await expect(ask(new StaffMember(stage.origin), operation)).rejects.toThrow(refusalText);
  });

  test("is closed to staff without a permission of the plugin's, whatever they may do with orders", async () => {
    const clerk = await withPermissions("ReadOrder", "UpdateOrder", "ReadPaymentMethod");
    await expect(ask(clerk, operation)).rejects.toThrow(refusalText);
  });

  test("needs the permission to read for reading, and is closed to readers otherwise", async () => {
    const reader = await withPermissions(readPermission);
    if (isRead) expect(await ask(reader, operation)).toBeTruthy();
    else await expect(ask(reader, operation)).rejects.toThrow(refusalText);
  });

  test("permits the super admin without a grant", async () => {
    expect(await ask(root, operation)).toBeTruthy();
  });
});

test("the table of actions has every mutation of both APIs", () => {
  const listed = (api: string) =>
    new Set(
      vendureActions.filter((each) => each.api === api).map(({ request }) => /^\w+/.exec(request)?.[0]),
    );
  expect([...listed("admin")].toSorted()).toEqual(fieldsOf("Mutation").toSorted());
  const shop = concatAST([shopSchema, buyerCancelSchema]);
  expect([...listed("shop")].toSorted()).toEqual(fieldsOf("Mutation", shop).toSorted());
});

describe.each(vendureActions.filter(({ api }) => api === "admin"))("$action", ({ request, rights }) => {
  const reason = async (staff: StaffMember) =>
    staff.ask(`mutation { ${request} }`).then(
      () => "done",
      ({ message }: Error) => message,
    );

  test.each(rights)("is refused without %s, whatever else the role has (H2)", async (right) => {
    const staff = await withPermissions(...allRights.filter((each) => each !== right));
    expect(await reason(staff)).toContain(refusalText);
  });

  test("needs no other right", async () => {
    expect(await reason(await withPermissions(...rights))).not.toContain(refusalText);
  });
});

test("each permission can be granted, and has a description", async () => {
  const found = await root.ask(
    "query { globalSettings { serverConfig { permissions { name description assignable } } } }",
  );
  const { permissions } = found.serverConfig;
  const ours = permissions.filter(({ name }: { name: string }) => name.includes("PayIndex"));
  const description = expect.stringContaining("pay_index");
  expect(ours).toEqual(allRights.slice(0, 4).map((name) => ({ name, description, assignable: true })));
});

test("staff who copy another's name are identified by the id (M3, B-53)", async () => {
  const mallory = await withPermissions(...allRights);
  const rename =
    "mutation ($input: UpdateActiveAdministratorInput!) { updateActiveAdministrator(input: $input) { id } }";
  const me = "query { me { id } }";
  const input = { firstName: `Super Admin (superadmin)${" ".repeat(200)}`, lastName: "\u202e" };
  await mallory.ask(rename, { input });
  const { id } = await mallory.ask(me);
  const { orderId, attemptId } = reviewItemRef;
  const resolve =
    "mutation ($input: ResolvePayIndexReviewItemInput!) { resolvePayIndexReviewItem(input: $input) { attempts { timeline { text } } } }";
  const { attempts } = await mallory.ask(resolve, {
    input: { orderId, attemptId, action: "RECORD_REFUND", note: "Asked." },
  });
  expect(attempts[0].timeline.map(({ text }: { text: string }) => text)).toContain(
    `${id} (Super Admin (superadmin)) recorded a refund: Asked.`,
  );
});
