import { concatAST, type DefinitionNode, Kind } from "graphql";
import { beforeAll, describe, expect, test } from "vitest";
import { adminSchema } from "../../../src/admin-api/admin-schema.ts";
import { buyerCancelSchema } from "../../../src/shop-api/buyer-cancel-schema.ts";
import { shopSchema } from "../../../src/shop-api/shop-schema.ts";
import { vendureActions } from "../../actions.mts";
import { StaffMember } from "../staff-member.mts";
import type { TestShop } from "../test-shop.mts";

const refusalText = "not currently authorized";
const ownRights = [
  "ReadPayIndexPayment",
  "UpdatePayIndexPayment",
  "RefundPayIndexPayment",
  "CancelPayIndexSubscription",
];
/** Every right that an action can need. */
const allRights = [...ownRights, "UpdateOrder"];

/** Each query of the plugin's Admin API. */
const queries = {
  payIndexPayment: 'payIndexPayment(orderId: "1") { state }',
  payIndexCapabilities: "payIndexCapabilities { name }",
  payIndexReviewItems: "payIndexReviewItems { totalItems }",
  payIndexAttempts: "payIndexAttempts { items { attemptId } }",
  payIndexHealth: "payIndexHealth { notifyUrl }",
};
const adminActions = vendureActions.filter(({ api }) => api === "admin");
const operations: [name: string, text: string][] = [
  ...Object.entries(queries).map(([name, request]): [string, string] => [name, `query { ${request} }`]),
  ...adminActions.map(({ action, request }): [string, string] => [action, `mutation { ${request} }`]),
];

function fieldsOf(type: string, schema = adminSchema): string[] {
  const extendsType = (node: DefinitionNode) =>
    node.kind === Kind.OBJECT_TYPE_EXTENSION && node.name.value === type ? [node] : [];
  return schema.definitions
    .flatMap(extendsType)
    .flatMap(({ fields = [] }) => fields.map(({ name }) => name.value));
}

const answerTo = (staff: StaffMember, text: string) =>
  staff.ask(text).then(
    () => "done",
    ({ message }: Error) => message,
  );

/** Who may do what. */
export function permissionsSuite(shop: () => TestShop): void {
  let clerk: StaffMember;
  let reader: StaffMember;
  beforeAll(async () => {
    clerk = await shop().staffWith(["ReadOrder", "UpdateOrder", "ReadPaymentMethod"]);
    reader = await shop().staffWith(["ReadPayIndexPayment"]);
  });

  test("the tables of this test and of the documentation have every operation of both APIs", () => {
    const listed = (api: string) =>
      new Set(
        vendureActions.filter((each) => each.api === api).map(({ request }) => /^\w+/.exec(request)?.[0]),
      );
    expect(Object.keys(queries).toSorted()).toEqual(fieldsOf("Query").toSorted());
    expect([...listed("admin")].toSorted()).toEqual(fieldsOf("Mutation").toSorted());
    const shopMutations = fieldsOf("Mutation", concatAST([shopSchema, buyerCancelSchema]));
    expect([...listed("shop")].toSorted()).toEqual(shopMutations.toSorted());
  });

  test.each(operations)(
    "%s is closed to staff without a permission of the plugin's, and readers can only read (H2, B-52)",
    async (name, text) => {
      for (const nobody of [new StaffMember(shop().origin), clerk])
        expect(await answerTo(nobody, text)).toContain(refusalText);
      const answer = await answerTo(reader, text);
      if (name in queries) expect(answer).toBe("done");
      else expect(answer).toContain(refusalText);
    },
  );

  describe.each(adminActions)("$action", ({ request, rights }) => {
    test.each(rights)("is refused without %s, whatever else the role has (H2)", async (right) => {
      const staff = await shop().staffWith(allRights.filter((each) => each !== right));
      expect(await answerTo(staff, `mutation { ${request} }`)).toContain(refusalText);
    });

    test("needs no other right", async () => {
      const staff = await shop().staffWith(rights);
      expect(await answerTo(staff, `mutation { ${request} }`)).not.toContain(refusalText);
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

  test("staff who copy another's name are identified by the id (M3, B-53)", async () => {
    const { orderId, attemptId } = await shop().payOrder({ faults: [{ kind: "corrupt_sign" }] });
    const mallory = await shop().staffWith(allRights);
    const rename =
      "mutation ($input: UpdateActiveAdministratorInput!) { updateActiveAdministrator(input: $input) { id } }";
    const input = { firstName: `Super Admin (superadmin)${" ".repeat(200)}`, lastName: "\u202e" };
    await mallory.ask(rename, { input });
    const { id } = await mallory.ask("query { me { id } }");
    const resolve =
      "mutation ($input: ResolvePayIndexReviewItemInput!) { resolvePayIndexReviewItem(input: $input) { attempts { timeline { text } } } }";
    const { attempts } = await mallory.ask(resolve, {
      input: { orderId, attemptId, action: "RECORD_REFUND", note: "Asked." },
    });
    expect(attempts[0].timeline.map(({ text }: { text: string }) => text)).toContain(
      `${id} (Super Admin (superadmin)) recorded a refund: Asked.`,
    );
  });
}
