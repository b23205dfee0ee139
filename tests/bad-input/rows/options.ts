import type { OptionsRow } from "../row-types.ts";

const named = "The error names every wrong path at once. The shop does not start: fix the options.";
const real =
  "Use the gateway's https address and the merchant's own key, or set `sandbox: true` while you develop.";
const key = "a-key-that-nobody-may-see";

export const optionsRows: readonly OptionsRow[] = [
  { of: "missing", instead: undefined, paths: ["(all)"], advice: named },
  { of: "missing", case: "null", instead: null, paths: ["(all)"], advice: named },
  {
    of: "missing",
    case: "one option",
    with: { gateway: undefined },
    paths: ["gateway"],
    advice: named,
  },
  {
    of: "missing",
    case: "a merchant's key",
    with: { merchants: [{ id: "10002" }] },
    paths: ["merchants.0.key"],
    advice: "Check the environment variable of the key: often it is not set on this machine.",
  },
  { of: "empty", instead: {}, paths: ["gateway", "publicUrl", "merchants"], advice: named },
  { of: "empty", case: "no merchant", with: { merchants: [] }, paths: ["merchants"], advice: named },
  {
    of: "empty",
    case: "texts",
    with: { gateway: "", merchants: [{ id: "", key: "" }] },
    paths: ["gateway", "merchants.0.id", "merchants.0.key"],
    advice: "Check the environment variables: often one of them is empty.",
  },
  { of: "wrong type", instead: "https://gateway.example", paths: ["(all)"], advice: named },
  {
    of: "wrong type",
    case: "of each",
    with: {
      gateway: 5,
      publicUrl: ["https://shop.example"],
      merchants: "10002",
      timeout: "30",
      sandbox: "no",
    },
    paths: ["gateway", "publicUrl", "merchants", "timeout", "sandbox"],
    advice: "Convert texts from the environment to numbers and booleans first.",
  },
  {
    of: "wrong type",
    case: "merchant id as number",
    with: { merchants: [{ id: 10002, key }] },
    paths: ["merchants.0.id"],
    advice: "Write the id in quotes, because an id may begin with a zero.",
  },
  {
    of: "http in production",
    with: {
      gateway: "http://gateway.example",
      publicUrl: "http://shop.example/pay",
      website: "http://shop.example",
    },
    paths: ["gateway", "publicUrl", "website"],
    advice: real,
  },
  {
    of: "gateway with the endpoint's path",
    with: { gateway: "https://gateway.example/base/pay_index/" },
    paths: ["gateway"],
    advice: "Set `gateway` to the base address, here `https://gateway.example/base`. `/pay_index` is added.",
  },
  {
    of: "key that can be guessed",
    with: { merchants: [{ id: "10002", key: "15-letters-long", previousKeys: ["a".repeat(32)] }] },
    paths: ["merchants.0.key", "merchants.0.previousKeys.0"],
    advice: "Get a random key of 16 characters or more from the gateway.",
  },
  {
    of: "sandbox key in production",
    with: { merchants: [{ id: "10002", key: "sandbox-hosted-key" }] },
    paths: ["merchants.0.key"],
    advice: real,
  },
  {
    of: "sandbox key in production",
    case: "as previous key",
    with: { merchants: [{ id: "10002", key, previousKeys: ["sandbox-hosted-key"] }] },
    paths: ["merchants.0.previousKeys.0"],
    advice: real,
  },
  {
    of: "same merchant and variant twice",
    with: {
      merchants: [
        { id: "10002", key, variants: ["hosted"] },
        { id: "10002", key, variants: ["hosted"] },
      ],
    },
    paths: ["merchants.1.id", "merchants.1.variants"],
    advice: "List both variants in one entry. Put a replaced key into `previousKeys`.",
  },
  {
    of: "same merchant and variant twice",
    case: "two ids for one variant",
    with: {
      merchants: [
        { id: "10002", key, variants: ["hosted", "link"] },
        { id: "10003", key, variants: ["link"] },
      ],
    },
    paths: ["merchants.1.variants"],
    advice:
      "List the variants of each merchant. If several merchants sell one variant, give each a `tenant`.",
  },
  {
    of: "no attempt allowed",
    with: { attemptsPerHour: 0 },
    paths: ["attemptsPerHour"],
    advice: "Set a whole number of 1 or more: how many attempts a payment can start within an hour.",
  },
  {
    of: "empty list of methods",
    with: { apmMethods: [] },
    paths: ["apmMethods"],
    advice: "List the methods that your gateway offers. Or omit the option: then any method is accepted.",
  },
  {
    of: "policy with a wrong value",
    with: {
      immediateSuccess: true,
      unsignedNotifications: "accept",
      amountDecimals: 3,
      telephone: "local",
      failedNotificationLimit: 0,
    },
    paths: [
      "immediateSuccess",
      "unsignedNotifications",
      "amountDecimals",
      "telephone",
      "failedNotificationLimit",
    ],
    advice: "Use one of the values that the error names. Without the option, the safe default counts.",
  },
  {
    of: "policy with a wrong value",
    case: "operations that no gateway can have",
    with: { operations: { query: { path: "https://other.example/", signedFields: ["sign"] }, payout: {} } },
    paths: ["operations.payout", "operations.query.path", "operations.query.signedFields.0"],
    advice:
      "Name only the calls that the reference lists, with a path below the gateway's address and fields that the call has.",
  },
  {
    of: "policy with a wrong value",
    case: "refunds without the query that tells how they ended",
    with: { operations: { refund: {} } },
    paths: ["operations.refundQuery"],
    advice: "Set `refundQuery: {}` too. Without it, nobody learns whether the money went back.",
  },
  {
    of: "policy with a wrong value",
    case: "limits of queries that are too small or too large",
    with: { operations: { query: { concurrency: 0, minimumGap: 61 } } },
    paths: ["operations.query.concurrency", "operations.query.minimumGap"],
    advice:
      "Use 1 to 20 queries at a time, and 0 to 60 seconds between two of them. The defaults suit most gateways.",
  },
  {
    of: "policy with a wrong value",
    case: "acknowledgement that is part of a refusal",
    with: { acknowledgement: "fail" },
    paths: ["acknowledgement"],
    advice: "Use the whole text that your gateway expects. It must not occur in the reply of a refusal.",
  },
  {
    of: "policy with a wrong value",
    case: "limits of amounts",
    with: {
      minimumAmounts: { USD: "1.00", usd: 100 },
      amountMismatch: { acceptOverpayment: { USD: 0.5, JPY: -1 }, acceptUnderpayment: { EURO: 1 } },
    },
    paths: [
      "minimumAmounts.USD",
      "minimumAmounts.usd",
      "amountMismatch.acceptOverpayment.USD",
      "amountMismatch.acceptOverpayment.JPY",
      "amountMismatch.acceptUnderpayment.EURO",
    ],
    advice: "Give each limit in whole minor units of its currency, such as `{ USD: 100 }` for one dollar.",
  },
];
