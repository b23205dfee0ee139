// Raw body to verified, typed notification, beside what stripe-node and standardwebhooks do with theirs.
import { createHash } from "node:crypto";
import { Webhook } from "standardwebhooks";
import Stripe from "stripe";
import { decodeNotificationBody } from "../packages/core/src/protocol/notification/notification-body.ts";
import { verifyNotification } from "../packages/core/src/protocol/notification/verify-notification.ts";
import { signRules } from "../packages/core/src/protocol/signature/notification-sign.ts";
import { Secret } from "../packages/core/src/secret.ts";
import { compareSides, isQuick, measureCost, printBare, printFigure } from "./compare-sides.mjs";

const key = "a-merchant-key-of-thirty-two-chars";
const webhookSecret = `whsec_${Buffer.from(key).toString("base64")}`;
const contentType = "application/x-www-form-urlencoded";

/** The same facts for everybody, each in the form that its sender uses. */
const facts = Array.from({ length: 2000 }, (_, index) => ({
  memberid: "10002",
  orderid: `7Z3XK5Q0W9VN4T2R${index + 1000}`,
  amount: "19.99",
  true_amount: "19.99",
  currency: "USD",
  transaction_id: `20261120${index + 100000}`,
  returncode: "00",
  datetime: "20261120100000",
}));

const signedForms = facts.map((fields) => {
  const text = Object.keys(fields)
    .sort()
    .map((name) => `${name}=${fields[name]}&`)
    .join("");
  const sign = createHash("md5").update(`${text}key=${key}`).digest("hex").toUpperCase();
  return {
    bytes: Buffer.from(new URLSearchParams({ ...fields, sign }).toString()),
    attemptId: fields.orderid,
  };
});

const stripeEvents = facts.map((fields) => {
  const event = {
    id: `evt_${fields.transaction_id}`,
    object: "event",
    type: "charge.succeeded",
    data: { object: fields },
  };
  const payload = JSON.stringify(event);
  const header = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret });
  return { bytes: Buffer.from(payload), header };
});

const webhook = new Webhook(Buffer.from(key).toString("base64"));
const standardMessages = facts.map((fields) => {
  const [id, at, payload] = [`msg_${fields.transaction_id}`, new Date(), JSON.stringify(fields)];
  const headers = {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": webhook.sign(id, at, payload),
  };
  return { bytes: Buffer.from(payload), headers };
});

const keys = { current: new Secret(key), previous: [] };

function ours({ bytes, attemptId }) {
  const fields = decodeNotificationBody({ kind: "raw", bytes, contentType });
  return verifyNotification({ fields }, { merchantId: "10002", attemptId, keys, rules: signRules });
}

function constructEvent({ bytes, header }) {
  return Stripe.webhooks.constructEvent(bytes, header, webhookSecret);
}

const sides = {
  "pay-index": measureCost(ours, signedForms),
  standardwebhooks: measureCost(({ bytes, headers }) => webhook.verify(bytes, headers), standardMessages),
  "stripe constructEvent": measureCost(constructEvent, stripeEvents),
};

console.log("# Notification: raw body to verified, typed notification\n");
printBare(constructEvent);
await compareSides(isQuick ? 3 : 5, sides);
const result = await compareSides(isQuick ? 7 : 41, sides);
for (const [name, { median, ratio }] of Object.entries(result))
  console.log(`${name.padEnd(24)} ${median.toFixed(2)} µs, ${ratio.toFixed(2)} times constructEvent`);
printFigure("verify", result["pay-index"].ratio);
