import { describe, expect, test } from "vitest";
import type { MessageType } from "../../../src/protocol/messages/message-types.ts";
import { findAmbiguity } from "../../../src/protocol/messages/verify-message.ts";
import {
  decodeNotificationBody,
  type NotificationBody,
} from "../../../src/protocol/notification/notification-body.ts";
import { verifyNotification } from "../../../src/protocol/notification/verify-notification.ts";
import { signRules } from "../../../src/protocol/signature/notification-sign.ts";
import { Secret } from "../../../src/secret.ts";
import { exampleAttemptId, exampleSuccess, refusalCodeOf } from "../notification/example-notifications.ts";

type Fields = Readonly<Record<string, string>>;

const contentType = "application/x-www-form-urlencoded";

/** The same fields as a gateway sends them, and as a body parser of the host hands them over. */
const bodies: readonly ((fields: Fields) => NotificationBody)[] = [
  (fields) => ({ kind: "raw", bytes: Buffer.from(new URLSearchParams(fields).toString()), contentType }),
  (fields) => ({ kind: "parsed", fields, contentType }),
];

function wordsOf(fields: Fields): string[] {
  const expected = {
    merchantId: "10002",
    attemptId: exampleAttemptId,
    isSubscription: true,
    keys: { current: new Secret("sandbox-hosted-key"), previous: [] },
    rules: signRules,
  };
  return bodies.map((body) =>
    refusalCodeOf(() => verifyNotification({ fields: decodeNotificationBody(body(fields)) }, expected)),
  );
}
const refused = ["malformed", "malformed"];
const taken = ["taken", "taken"];

describe("a signed text with several readings is refused (NSIG-AMBIGUOUS)", () => {
  // printf '%s' 'amount=19.99&currency=USD&datetime=20261120100000&enabled=1&memberid=10002&orderid=00000000000000000001&returncode=00&transaction_id=202611200001&true_amount=19.99&key=sandbox-hosted-key' | md5sum | tr a-f A-F
  const charged = { ...exampleSuccess, enabled: "1", sign: "DB9AB65640563FE0F84C91F8E9FE760C" };

  // printf '%s' 'amount=19.99&attach=note 1&currency=USD&datetime=20261120100000&memberid=10002&orderid=00000000000000000001&returncode=00&transaction_id=202611200001&true_amount=19.99&key=sandbox-hosted-key' | md5sum | tr a-f A-F
  const noted = { ...exampleSuccess, attach: "note 1", sign: "2401005E271C8639669E7005D540BD41" };

  // printf '%s' 'amount=19.99&currency=USD&datetime=20261120100000&memberid=10002&orderid=00000000000000000001&payment_period_count=2&payment_transaction_id=M1&returncode=00&transaction_id=202611200001&true_amount=19.99&key=sandbox-hosted-key' | md5sum | tr a-f A-F
  const cycle = {
    ...exampleSuccess,
    payment_period_count: "2",
    payment_transaction_id: "M1",
    sign: "F56489A588E59C3CE22F4951627B10E6",
  };

  test("notifications without such fields are accepted", () => {
    for (const honest of [charged, noted, cycle]) expect(wordsOf(honest)).toEqual(taken);
  });

  test("a value that contains enabled=1 is refused with an unsigned enabled=0", () => {
    const datetime = `${charged.datetime}&enabled=1`;
    expect(wordsOf({ ...charged, datetime, enabled: "0" })).toEqual(refused);
  });

  test("a name that contains the count of the cycle is refused", () => {
    const { payment_period_count: _, payment_transaction_id, ...rest } = cycle;
    const name = "payment_period_count=2&payment_transaction_id";
    expect(wordsOf({ ...rest, [name]: payment_transaction_id })).toEqual(refused);
  });

  test("an attach that contains the next fields is refused with an unsigned enabled=0", () => {
    const attach = `note 1&currency=USD&datetime=${noted.datetime}`;
    const swallowed = { ...noted, attach, currency: "0", datetime: "0", enabled: "0" };
    expect(wordsOf(swallowed)).toEqual(refused);
    expect(wordsOf({ ...noted, attach: "x&returncode=00" })).toEqual(["mismatch", "mismatch"]);
  });

  test("an attach with & that is not a field of the protocol is accepted", () => {
    // printf '%s' 'amount=19.99&attach=Tom & Jerry&b=1&currency=USD&datetime=20261120100000&memberid=10002&orderid=00000000000000000001&returncode=00&transaction_id=202611200001&true_amount=19.99&key=sandbox-hosted-key' | md5sum | tr a-f A-F
    const sign = "B418CAD16EF83E09E3C37C6FA1ACEB96";
    expect(wordsOf({ ...exampleSuccess, attach: "Tom & Jerry&b=1", sign })).toEqual(taken);
  });
});

// printf '%s' 'amount=19.99&currency=USD&datetime=20261120100000&memberid=10002&orderid=00000000000000000001&returncode=00&transaction_id=202611200001&true_amount=19.99&key=sandbox-hosted-key' | md5sum | tr a-f A-F
const sign = "5DD9DD369C7EA2B12ECF4C9E7BAF5ED9";

test.each(["", "a b", "a-b", "a=b", "a&b", "ä"])(
  "the name %j of a field that is not signed does not matter (NSIG-FIELDS)",
  (name) => {
    expect(wordsOf({ ...exampleSuccess, sign, [name]: "1&amount=2" })).toEqual(taken);
  },
);

describe("findAmbiguity (NSIG-AMBIGUOUS)", () => {
  const check = (fields: Fields, type: MessageType = "notification") =>
    findAmbiguity(type, new Map(Object.entries(fields)), new Set(Object.keys(fields)));

  test.each([
    ["a plain attachment", { attach: "note 1" }],
    ["an attachment with other text after &", { attach: "tea & coffee&x=1&returncode" }],
    ["a text of a failure with &", { msg: "a & b" }],
    ["an attachment that begins with the name of a field", { attach: "returncode=00" }],
    ["such an attachment with other text after &", { attach: "returncode=00&x=1" }],
  ])("%s is accepted", (_, fields) => {
    expect(check({ amount: "1.00", ...fields })).toBeUndefined();
  });

  test.each([
    ["& in another field", { userid: "a&b" }],
    ["an attachment with a field of the protocol after &", { attach: "a&returncode=00" }],
    ["an attachment with a field of another type after &", { attach: "a&refund_status=1" }],
    ["an attachment with such a field later", { attach: "a&b&x=1&returncode=" }],
    ["an attachment with a key after &", { attach: "a&key=x" }],
    ["a name with another character", { "a b": "1" }],
    ["an empty name", { "": "1" }],
    ["a name of more than 100 characters", { ["x".repeat(101)]: "1" }],
  ])("%s is refused", (_, fields) => {
    expect(check({ amount: "1.00", ...fields })).toMatch(/^The (name of a )?signed field/);
  });

  test("each type has its own texts (DSP-SIGN)", () => {
    expect(check({ alert_content: "a & b" }, "dispute")).toBeUndefined();
    expect(check({ alert_content: "a & b" })).toContain("alert_content contains &");
  });
});
