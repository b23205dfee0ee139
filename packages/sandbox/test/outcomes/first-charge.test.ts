import { expect, it } from "vitest";
import { open, submit } from "../fixtures/buyer.ts";
import { cardFields, challengeCard, failedCard, insufficientFundsCard, plan } from "../fixtures/sale.ts";
import { type SandboxSetup, setUpSandbox } from "../fixtures/set-up-sandbox.ts";

const withPlan = (changes: object = {}) => ({
  subscription_plan: JSON.stringify({ ...plan, attempts: "3", ...changes }),
});
const withoutFunds = { ...withPlan(), ...cardFields(insufficientFundsCard) };
const declined = { status: 2, msg: "transaction failed: insufficient funds" };

/** Sells a subscription whose first charge is declined in the first `attempts` attempts. */
async function sellDeclined(attempts: number, planned: object = {}) {
  const setup = await setUpSandbox();
  await setup.control.setFaults({ of: "next" }, [{ kind: "decline_first_charge", attempts }]);
  const answer = await setup.sell("S", withPlan(planned), "subscription");
  return { ...setup, answer };
}

const reported = ({ notifications }: Pick<SandboxSetup, "notifications">) =>
  notifications().map(({ returncode, true_amount, payment_period_count }) => [
    returncode,
    true_amount,
    payment_period_count,
  ]);

it("answers a declined first charge with status 2, and notifies the later success once (PLAN-ATTEMPTS)", async () => {
  const { control, answer, ...shop } = await sellDeclined(2);
  expect(answer).toEqual(declined);
  await control.advance({ minutes: 119 });
  expect(reported(shop)).toEqual([]);
  expect(await control.orderDetails("S")).toMatchObject({ state: "pending", failure: "insufficient funds" });
  await control.advance({ minutes: 1 });
  expect(reported(shop)).toEqual([["00", "42.50", "1"]]);
  expect((await control.orderDetails("S")).state).toBe("paid");
  // A month counts from the charge that succeeded.
  await control.advance({ days: 31 });
  expect(reported(shop)).toHaveLength(2);
});

it("notifies one failure after the last attempt, and charges no cycle afterwards (PLAN-ATTEMPTS)", async () => {
  const { control, sell, ...shop } = await setUpSandbox();
  expect(await sell("S", withoutFunds, "subscription")).toEqual(declined);
  await control.advance({ minutes: 119 });
  expect(reported(shop)).toEqual([]);
  await control.advance({ minutes: 1 });
  expect(reported(shop)).toEqual([["2", "0.00", "1"]]);
  const { state, failure, timeline } = await control.orderDetails("S");
  expect({ state, failure }).toEqual({ state: "failed", failure: "insufficient funds" });
  expect(timeline.filter(({ type }) => type === "charge_declined")).toMatchObject([
    { attempt: 1, attempts: 3 },
    { attempt: 2, attempts: 3 },
  ]);
  await control.advance({ days: 400 });
  expect(reported(shop)).toHaveLength(1);
});

it.each([
  [{ interval_time: 1 }, 1, "42.50"],
  [{ interval_time: 2_592_000 }, 2_592_000, "42.50"],
  [{}, 3600, "42.50"],
  [{ first_period_amount: "1.00" }, 3600, "1.00"],
])(
  "waits the interval of the plan, and charges its first instalment: %o (PLAN-INTERVAL, PLAN-FIRST)",
  async (...row) => {
    const [planned, seconds, paid] = row;
    const { control, ...shop } = await sellDeclined(1, planned);
    await control.advance({ seconds: seconds - 1 });
    expect(reported(shop)).toEqual([]);
    await control.advance({ seconds: 1 });
    expect(reported(shop)).toEqual([["00", paid, "1"]]);
  },
);

it.each([
  ["another reason", { ...withPlan(), ...cardFields(failedCard) }, "the card was declined"],
  ["no plan", { subscription_plan: "", ...cardFields(insufficientFundsCard) }, "insufficient funds"],
])("does not repeat a charge that was declined with %s", async (_why, sale, reason) => {
  const { control, sell, ...shop } = await setUpSandbox();
  expect(await sell("S", sale, "subscription")).toEqual({ status: 2, msg: `transaction failed: ${reason}` });
  await control.nextDelivery("S");
  await control.advance({ hours: 12 });
  expect(reported(shop)).toEqual([["2", "0.00", "1"]]);
});

it("returns the buyer with processing after a declined charge with 3D, and displays the outcome (RET-FIELDS)", async () => {
  const { control, sandbox, sell, ...shop } = await setUpSandbox();
  await control.setFaults({ of: "next" }, [{ kind: "decline_first_charge", attempts: 1 }]);
  const sale = { ...withPlan(), ...cardFields(challengeCard), pay_language: "en" };
  const { url = "" } = await sell("S", sale, "subscription");
  const back = await submit(url, { choice: "approve" });
  expect(back.location).toContain("paymentStatus=processing&orderID=S");
  expect((await open(url)).html).toContain("This order is not paid yet");
  // Another approval is no further attempt.
  await submit(url, { choice: "approve" });
  const page = await open(`${sandbox.url}/orders/10004/S`);
  expect(page.html).toContain(
    "The first charge was declined: insufficient funds. Attempt 2 of 3 is made in 1 h",
  );
  expect(page.html).not.toContain("Open the buyer");
  expect(reported(shop)).toEqual([]);
  await control.advance({ hours: 1 });
  expect(reported(shop)).toEqual([["00", "42.50", "1"]]);
  expect((await open(url)).html).toContain("This order is paid");
});

it.each(["paid", "failed"] as const)(
  "makes no further attempt once an operator has set the outcome %s",
  async (outcome) => {
    const { control, ...shop } = await sellDeclined(1);
    await control.resolve("S", { outcome });
    await control.advance({ hours: 5 });
    expect(reported(shop)).toHaveLength(1);
    expect((await control.orderDetails("S")).state).toBe(outcome);
  },
);

it("makes no further attempt once the order is closed, and does not expire before it", async () => {
  const { control, ...shop } = await sellDeclined(1, { interval_time: 2 * 86_400 });
  await control.advance({ hours: 47 });
  expect(await control.orderDetails("S")).toMatchObject({ state: "pending", canClose: true });
  await control.closeOrder("S");
  await control.advance({ hours: 5 });
  expect(reported(shop)).toEqual([["2", "0.00", "1"]]);
  expect((await control.orderDetails("S")).state).toBe("closed");
});
