import { expect, test } from "vitest";
import { cancelSubscriptionForBuyer } from "../../src/cancellation/cancel-subscription-at-gateway.ts";
import { errorCodes, PayIndexError } from "../../src/errors.ts";

const key = { reference: "cart-1", tenant: "default" };

/** A gateway whose `cancelSubscription` fails. */
function failingGateway(error: Error) {
  return { cancelSubscription: () => Promise.reject(error) };
}

test("the subscription is cancelled in the name of the buyer", async () => {
  const requests: unknown[] = [];
  const result = { outcome: "ended" } as const;
  const gateway = {
    cancelSubscription: (request: unknown) => {
      requests.push(request);
      return Promise.resolve(result);
    },
  };
  expect(await cancelSubscriptionForBuyer(gateway, key)).toBe(result);
  expect(requests).toEqual([{ ...key, by: "buyer" }]);
});

test("buyers read that there is no subscription, or that they can try again, and no other error", async () => {
  const outcomes = errorCodes.map(async (code) => {
    const error = new PayIndexError(code, "A message.");
    const outcome = await cancelSubscriptionForBuyer(failingGateway(error), key).catch((thrown) => thrown);
    return outcome === error ? [] : [[code, outcome]];
  });
  expect(Object.fromEntries((await Promise.all(outcomes)).flat())).toEqual({
    attempt_unknown: "no-subscription",
    subscription_missing: "no-subscription",
    merchant_missing: "unavailable",
    merchants_unavailable: "unavailable",
    operation_disabled: "unavailable",
    store_unavailable: "unavailable",
    record_unreadable: "unavailable",
    gateway_closed: "unavailable",
  });
});

test("an error that is not of pay-index is thrown", async () => {
  const error = new Error("The database is gone.");
  await expect(cancelSubscriptionForBuyer(failingGateway(error), key)).rejects.toBe(error);
});
