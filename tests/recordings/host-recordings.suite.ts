import type { HostDriver, HostShop } from "@pay-index/conformance";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GatewayActor } from "../../packages/conformance/src/actors/gateway-actor.ts";
import {
  createScenarioContext,
  type ScenarioContext,
} from "../../packages/conformance/src/actors/scenario-context.ts";
import { requireShopMethods } from "../../packages/conformance/src/require-shop-methods.ts";
import { notificationRecordings, signRecording, wrapNotification } from "./recording.ts";

/** Plays every recorded notification against a started shop, through its notify address. */
export function playRecordingsOnHost(
  name: string,
  driver: Pick<HostDriver, "abilities" | "patience" | "open">,
): void {
  describe(`${name}: recorded notifications`, () => {
    const timeout = 60_000 * (driver.patience ?? 1);
    let gateway: GatewayActor;
    let shop: HostShop;
    let stage: ScenarioContext;
    beforeAll(async () => {
      gateway = await GatewayActor.open();
      shop = requireShopMethods(await driver.open(gateway.settingsFor()), driver.abilities);
      stage = createScenarioContext(shop, gateway, driver.abilities.stock === "implemented");
    }, timeout);
    afterAll(async () => {
      await shop?.close();
      await gateway?.close();
    }, timeout);

    test.each(notificationRecordings())(
      "%s",
      { timeout },
      async (_, { sale, wrapping, right, ...recording }) => {
        const lines = [{ name: "Tea", price: sale.minor, quantity: 1 }];
        const order = await stage.order({ currency: sale.currency, lines });
        const { attemptId } = await stage.buyer.submits(order);
        const { notify } = await gateway.submittedUrls({ attemptId });
        const fields = signRecording(recording, { ...gateway.hostedMerchant, orderId: attemptId });
        const { body, contentType } = wrapNotification(fields, wrapping);
        const reply = await fetch(notify, { method: "POST", headers: { "content-type": contentType }, body });
        expect(`${reply.status} ${await reply.text()}`).toBe("200 OK");
        await order.is(right.state);
        const [attempt] = await order.attempts();
        if (right.text !== undefined) expect(attempt?.timeline.at(-1)?.text).toContain(right.text);
      },
    );
  });
}
