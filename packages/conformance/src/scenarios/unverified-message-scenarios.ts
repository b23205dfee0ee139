import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";
import { correctedNotification } from "./shared-steps.ts";

const [gatewayAddress, stranger] = ["203.0.113.7", "198.51.100.9"];

const token = "0123456789ABCDEFGHJKMNPQRS";

/** Messages and browsers that prove nothing. */
export const unverifiedMessageScenarios = {
  "another-merchant": {
    title: "A notification that another merchant of the same gateway signed is not accepted",
    cites: ["B-31", "B-40b"],
    play: correctedNotification({ fault: { kind: "other_merchant" }, stay: ["not-verified"] }),
  },

  "forged-notification": {
    title: "A notification with a wrong signature pays nothing, and a review item opens",
    cites: ["B-36", "B-40b"],
    underQuirks: "recorded",
    play: correctedNotification({ fault: { kind: "corrupt_sign" } }),
  },

  "message-of-another-type": {
    title:
      "A signed reply to a query that is posted to the notify address pays nothing, and staff see what it is",
    cites: ["B-36", "B-40b"],

    async play({ submittedOrder, gateway }) {
      const { tea, attempt } = await submittedOrder();
      for (const added of [{ datetime: "" }, { datetime: "0", attach: "paid" }])
        expect(await gateway.postQueryReply(attempt, added)).toBe("400 malformed");
      await tea.is("pending", { items: ["not-verified"] });

      await gateway.setOutcome(attempt, "paid");
      await tea.is("paid", { items: ["not-verified"] });
      expect(await gateway.postQueryReply(attempt, { datetime: "" })).toBe("400 malformed");
      await tea.is("paid", { items: ["not-verified"] });
    },
  },

  "unsigned-field-ignored": {
    title:
      "A field that the signature does not cover decides nothing, and a missing currency does not make room for one",
    cites: ["B-37", "B-40b"],

    async play({ submittedOrder, gateway }) {
      const { tea, attempt } = await submittedOrder();
      await gateway.payWithFaults(attempt, { kind: "wrong_token" });
      const withoutCurrency = await gateway.postChanged(attempt, (fields) => fields.delete("currency"));
      expect(withoutCurrency).toBe("401 mismatch");
      await tea.is("pending", { items: ["not-verified"] });
      const withMore = await gateway.postChanged(attempt, (fields) => {
        fields.set("alert_type", "Refund");
        fields.set("trade_state", "REFUND");
        fields.set("msg", "a & b");
      });
      expect(withMore).toBe("200 OK");
      await tea.is("paid", { items: ["not-verified"] });
    },
  },

  "unsigned-notification": {
    title: "A notification without a signature pays nothing, even at the correct notify address",
    cites: ["B-36", "B-40b"],
    play: correctedNotification({ fault: { kind: "unsigned" } }),
  },

  "unsigned-notification-acknowledged": {
    title:
      "A shop can acknowledge a notification without a signature, which staff see and which pays nothing",
    cites: ["B-36", "B-40b"],
    alone: { shop: { unsignedNotifications: "record" } },
    play: correctedNotification({ fault: { kind: "unsigned" }, answer: /^200 OK$/ }),
  },

  "own-acknowledgement": {
    title: "A shop can acknowledge notifications and repeats with the text that its gateway expects",
    cites: ["B-30", "B-38"],
    // The sandbox expects OK, so it would repeat each notification.
    alone: { shop: { acknowledgement: "success" }, gateway: { retryGaps: [] } },

    async play({ submittedOrder, gateway }) {
      const { tea, attempt } = await submittedOrder();
      expect(await gateway.payWithFaults(attempt)).toBe("200 success");
      expect(await gateway.resendCorrect(attempt)).toBe("200 success");
      await tea.is("paid");
    },
  },

  "wrong-token": {
    title: "A correctly signed notification with a wrong token changes nothing",
    cites: ["B-21", "B-43"],
    play: correctedNotification({ fault: { kind: "wrong_token" }, answer: /^404 /, items: [] }),
  },

  "sender-refused": {
    title:
      "A notification from an address that the shop does not permit pays nothing, whatever its sender forges",
    cites: ["B-31", "B-36"],
    // The scenario is the proxy: it writes the last entry of the header.
    alone: {
      shop: { notifyFrom: { addresses: [gatewayAddress], proxies: 1 } },
      gateway: { retryGaps: [] },
    },

    async play({ submittedOrder, gateway }) {
      const { tea, attempt } = await submittedOrder();
      // Without the header of the proxy, the address is not known.
      expect(await gateway.payWithFaults(attempt)).toBe("403 sender");
      for (const forwardedFor of [stranger, `${gatewayAddress}, ${stranger}`])
        expect(await gateway.postAs(attempt, { forwardedFor })).toBe("403 sender");
      await tea.is("pending", { items: ["not-verified"] });

      expect(await gateway.postAs(attempt, { forwardedFor: `${stranger}, ${gatewayAddress}` })).toBe(
        "200 OK",
      );
      await tea.is("paid");
    },
  },

  "unknown-addresses-limited": {
    title: "A sender can try few unknown notify addresses, also across a restart and with forged headers",
    cites: ["B-24"],
    alone: { shop: { failedNotificationLimit: 2 }, gateway: { retryGaps: [] } },

    async play({ shop, submittedOrder, gateway }) {
      const { tea, attempt } = await submittedOrder();
      expect(await gateway.payWithFaults(attempt, { kind: "wrong_token" })).toBe("404 unknown");
      const guessesFrom = (address: string) => gateway.postAs(attempt, { token, forwardedFor: address });
      expect(await guessesFrom("203.0.113.1")).toBe("404 unknown");
      expect(await guessesFrom("203.0.113.2")).toBe("429 limited");
      await shop.restart();
      expect(await guessesFrom("203.0.113.3")).toBe("429 limited");
      await tea.is("pending");

      expect(await gateway.resendCorrect(attempt)).toBe("200 OK");
      await tea.is("paid");
    },
  },

  "token-of-another-payment": {
    title: "A notification of one payment at the notify address of another pays neither",
    cites: ["B-31", "B-43"],

    async play({ order, buyer, gateway }) {
      const [tea, coffee] = [await order(), await order()];
      const [ofTea, ofCoffee] = [await buyer.submits(tea), await buyer.submits(coffee)];
      const other = { kind: "other_order", orderId: ofCoffee.attemptId } as const;
      expect(await gateway.payWithFaults(ofTea, other)).toMatch(/^4\d\d /);
      await tea.is("pending");
      await coffee.is("pending", { items: ["not-verified"] });

      expect(await gateway.resendCorrect(ofTea)).toBe("200 OK");
      await tea.is("paid");
      await coffee.is("pending", { items: ["not-verified"] });
    },
  },

  "return-of-another-payment": {
    title: "A gateway order ID with the return token of another payment displays nothing about the payment",
    cites: ["B-41", "B-43"],

    async play({ shop, order, buyer, gateway }) {
      const [tea, coffee] = [await order(), await order()];
      const [ofTea, ofCoffee] = [await buyer.submits(tea), await buyer.submits(coffee)];
      await gateway.setOutcome(ofTea, "paid");
      const { callback } = await gateway.submittedUrls(ofCoffee);
      const token = new URL(callback).pathname.split("/").at(-1);
      expect(await buyer.opens(callback)).toMatchObject({ status: 200, isWaiting: true });
      for (const page of ["return", "wait", "status"]) {
        const seen = await buyer.opens(`${shop.publicUrl}/${page}/${ofTea.attemptId}/${token}`);
        expect(seen.status).toBe(404);
      }
    },
  },
} satisfies Record<string, Scenario>;
