import { expect, test } from "vitest";
import { operatorRefundSchema } from "../../src/payment/operator.ts";

const amount = { minor: 500, currency: "USD" };
const messagesOf = (input: unknown) =>
  operatorRefundSchema()
    .safeParse(input)
    .error?.issues.map(({ message }) => message);

test("a refund has an amount and a reference", () => {
  expect(operatorRefundSchema().parse({ amount, reference: " re_1 " })).toEqual({
    amount,
    reference: "re_1",
    ofOrder: false,
  });
  const long = "x".repeat(100);
  expect(operatorRefundSchema().parse({ amount, reference: long, ofOrder: true })).toMatchObject({
    reference: long,
    ofOrder: true,
  });
  expect(
    operatorRefundSchema().parse({ amount: { ...amount, minor: 1 }, reference: "退款 1" }).amount.minor,
  ).toBe(1);
});

test.each([
  [undefined, "must name the refund: { amount, reference }"],
  [{ amount: { ...amount, minor: 0 }, reference: "re_1" }, "must be more than 0"],
  [{ amount }, "is required: the gateway's id of the refund"],
  [{ amount, reference: "  " }, "must not be empty: the gateway's id of the refund"],
  [{ amount, reference: "x".repeat(101) }, "must not be longer than 100 characters"],
  [{ amount, reference: "re\n1" }, "must be one line of text"],
])("%j is refused: %s", (input, message) => {
  expect(messagesOf(input)).toEqual([message]);
});
