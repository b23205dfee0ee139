import type { HostDriver, HostShop } from "@pay-index/conformance";
import type { Money } from "@pay-index/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GatewayActor } from "../../packages/conformance/src/actors/gateway-actor.ts";
import {
  createScenarioContext,
  type ScenarioContext,
} from "../../packages/conformance/src/actors/scenario-context.ts";
import { requireShopMethods } from "../../packages/conformance/src/require-shop-methods.ts";
import {
  type RecordingOf,
  recordingsOf,
  signRecording,
  type WrappedMessage,
  wrapMessage,
} from "./recording.ts";
import { allWrappings } from "./wrappings.ts";

/** Plays every recorded notification and dispute against a started shop, as HTTP requests. */
export function playRecordingsOnHost(
  name: string,
  driver: Pick<HostDriver, "abilities" | "patience" | "open">,
): void {
  const paid = recordingOfPayment();
  describe(`${name}: recorded messages`, () => {
    const timeout = 60_000 * (driver.patience ?? 1);
    let stage: ScenarioContext;
    let close = async () => {};
    beforeAll(async () => {
      const gateway = await GatewayActor.open();
      const settings = { ...gateway.settingsFor(), operations: { disputeWebhook: {} } };
      const shop: HostShop = requireShopMethods(await driver.open(settings), driver.abilities);
      stage = createScenarioContext(shop, gateway, driver.abilities.stock === "implemented");
      close = async () => {
        await shop.close();
        await gateway.close();
      };
    }, timeout);
    afterAll(() => close(), timeout);

    test.each(recordingsOf("notification"))(
      "%s",
      { timeout },
      async (_, { sale, wrapping, right, ...message }) => {
        const { order, notify, signer } = await startSale(stage, sale);
        expect(await send(notify, wrapMessage(signRecording(message, signer), wrapping))).toBe("200 OK");
        await order.is(right.state);
        const [attempt] = await order.attempts();
        if (right.text !== undefined) expect(attempt?.timeline.at(-1)?.text).toContain(right.text);
      },
    );

    test.each(recordingsOf("dispute"))(
      "%s",
      { timeout },
      async (_, { sale, wrapping, right, ...message }) => {
        const { order, notify, signer } = await startSale(stage, sale);
        expect(await send(notify, wrapMessage(signRecording(paid, signer), paid.wrapping))).toBe("200 OK");
        const webhooks = await stage.shop.disputeWebhooks();
        const webhook = webhooks.find(({ merchantId }) => merchantId === signer.merchantId)?.url ?? "";
        expect(await send(webhook, wrapMessage(signRecording(message, signer), wrapping))).toBe("200 OK");
        await order.hasDisputes(right.disputes);
        const { state, reviewItems, attempts } = (await order.reading()).payment;
        expect([state, reviewItems.map(({ kind }) => kind)]).toEqual(["paid", right.items]);
        const refunds = attempts.flatMap(({ gatewayRefunds }) => gatewayRefunds);
        expect(refunds.map((refund) => refund.state)).toEqual(right.refunds);
      },
    );

    test("one signed notification in every wrapping is taken, and pays once", { timeout }, async () => {
      const { order, notify, signer } = await startSale(stage, paid.sale);
      const fields = signRecording(paid, signer);
      const replies: Record<string, string> = {};
      for (const [wrapping, wrap] of allWrappings) replies[wrapping] = await send(notify, wrap(fields));
      expect(replies).toEqual(Object.fromEntries(allWrappings.map(([wrapping]) => [wrapping, "200 OK"])));
      await order.is("paid");
    });
  });
}

function recordingOfPayment(): RecordingOf<"notification"> {
  const found = recordingsOf("notification").find(([name]) => name === "paid-without-currency");
  if (found === undefined) throw new Error("There is no recording of a payment.");
  return found[1];
}

/** Starts a sale of this amount, whose address for notifications is known. */
async function startSale({ order: fill, buyer, gateway }: ScenarioContext, { minor, currency }: Money) {
  const order = await fill({ currency, lines: [{ name: "Tea", price: minor, quantity: 1 }] });
  const { attemptId } = await buyer.submits(order);
  const { notify } = await gateway.submittedUrls({ attemptId });
  return { order, notify, signer: { ...gateway.hostedMerchant, orderId: attemptId } };
}

async function send(address: string, { behindAddress, ...request }: WrappedMessage): Promise<string> {
  const reply = await fetch(`${address}${behindAddress}`, request);
  return `${reply.status} ${await reply.text()}`;
}
