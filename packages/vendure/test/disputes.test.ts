import { DisputeReportedEvent, type Variant } from "@pay-index/vendure";
import { EventBus } from "@vendure/core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createChannels } from "./conformance/channels.mts";
import { createSqljsDatabase } from "./conformance/test-database.mts";
import { readOrderRecord, sellProduct } from "./shop/catalog-and-orders.mts";
import { StaffMember } from "./shop/staff-member.mts";
import { openTestShop, type TestShop } from "./shop/test-shop.mts";

// A chargeback of the sandbox, on a real Vendure whose merchants have dispute webhooks.

const readWebhooks = "query { payIndexHealth { disputeWebhooks { merchantId url } } }";
const readPayment = `query ($id: ID!) { payIndexPayment(orderId: $id) { state
  reviewItems { item { kind problemCode evidence } recommendedAction } attempts { timeline { source } } } }`;

let stage: TestShop;
let staff: StaffMember;
let tea: string;
beforeAll(async () => {
  const hosted = { id: "10002", key: "sandbox-hosted-key", variants: ["hosted"] as Variant[] };
  stage = await openTestShop({
    place: await createSqljsDatabase(),
    plugin: {
      // The first channel that a fresh database gets beside the default one has the id 2.
      merchants: [hosted, { ...hosted, tenant: "2" }],
      operations: { disputeWebhook: {} },
    },
  });
  await createChannels(stage.app, [{ tenant: "north", id: "1", key: "1" }]);
  tea = await sellProduct(stage.app, { name: "Tea", price: 1999 });
  staff = await StaffMember.signIn(stage.origin);
}, 120_000);
afterAll(() => stage?.close());

test("the health has the webhooks of the channel's merchants, and the log those of all (DSP-ADDRESS)", async () => {
  const address = (tenant: string) => ({
    merchantId: "10002",
    url: expect.stringMatching(new RegExp(`^${stage.origin}/pay/dispute/${tenant}/10002/[0-9A-Z]{26}$`)),
  });
  const all = await staff.ask(readWebhooks);
  expect(all).toEqual({ disputeWebhooks: [address("default"), address("2")] });
  const own = await staff.ask(readWebhooks, {}, { "vendure-token": "north" });
  expect(own).toEqual({ disputeWebhooks: [address("2")] });
  const ready = stage.logged.find((line) => line.includes('"ready"')) ?? "";
  for (const { url } of all.disputeWebhooks) expect(ready).toContain(url);
});

test("the address of a webhook is shown only to users who may change payment methods (DSP-ADDRESS)", async () => {
  const readers = { none: 0, UpdateOrder: 0, UpdatePaymentMethod: 2, UpdateSettings: 2 };
  for (const [right, count] of Object.entries(readers)) {
    const permissions = ["ReadPayIndexPayment", ...(right === "none" ? [] : [right])];
    const newRole = "mutation ($input: CreateRoleInput!) { createRole(input: $input) { id } }";
    const { id } = await staff.ask(newRole, { input: { code: right, description: right, permissions } });
    const person = { firstName: right, lastName: "", emailAddress: `${right}@shop.example`, password: right };
    const newPerson =
      "mutation ($input: CreateAdministratorInput!) { createAdministrator(input: $input) { id } }";
    await staff.ask(newPerson, { input: { ...person, roleIds: [id] } });
    const reader = await StaffMember.signIn(stage.origin, person.emailAddress, person.password);
    expect((await reader.ask(readWebhooks)).disputeWebhooks).toHaveLength(count);
  }
});

test("a chargeback is an event with the order, and a review item; the order stays settled (DSP-ITEM)", async () => {
  const [webhook] = (await staff.ask(readWebhooks)).disputeWebhooks;
  await stage.control.setDisputeWebhook("10002", webhook.url);
  const heard: DisputeReportedEvent[] = [];
  const subscription = stage.app
    .get(EventBus)
    .ofType(DisputeReportedEvent)
    .subscribe((event) => heard.push(event));
  const buyer = stage.buyer();
  const code = await buyer.isReadyToPay(tea);
  await buyer.start({ method: "hosted" });
  await stage.paid(code);
  await expect.poll(() => readOrderRecord(stage.app, code)).toMatchObject({ state: "PaymentSettled" });

  const attemptId = await stage.attempt(code);
  await stage.control.dispute(attemptId, { type: "chargeback" });
  expect(await stage.control.nextDelivery(attemptId)).toMatchObject({ httpStatus: 200, reply: "OK" });
  await expect.poll(() => heard).toHaveLength(1);
  subscription.unsubscribe();
  expect(heard[0]?.about).toMatchObject({
    order: { code },
    cycle: undefined,
    dispute: { type: "chargeback", result: "succeeded" },
  });
  expect(await staff.ask(readPayment, { id: heard[0]?.about.order.id })).toMatchObject({
    state: "PAID",
    reviewItems: [
      {
        item: {
          kind: "DISPUTE",
          problemCode: "chargeback",
          evidence: expect.stringContaining("The gateway reported: transaction "),
        },
        recommendedAction: "RECORD_REFUND",
      },
    ],
    attempts: [{ timeline: expect.arrayContaining([{ source: "DISPUTE" }]) }],
  });
  expect(await readOrderRecord(stage.app, code)).toMatchObject({ state: "PaymentSettled" });
});
