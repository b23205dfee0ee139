import { changesText, json, listed, type Row, rowsOf } from "../row.ts";

/** Handed to `createGateway` and `createPayIndex` in place of options that are right. */
interface OptionsRow extends Row {
  /** By name, beside the options that are right; undefined takes out. */
  readonly with?: Readonly<Record<string, unknown>>;
  readonly instead?: unknown;
  /** Paths of `options_invalid`. */
  readonly paths: readonly string[];
}

export function optionsLine(row: OptionsRow): [string, string] {
  const input = "instead" in row ? json(row.instead) : changesText(row.with ?? {});
  return [input, `\`options_invalid\` at ${listed(row.paths)}`];
}

const rows = rowsOf<OptionsRow>();
const key = "a-key-that-nobody-may-see";
const hosted = { id: "10002", key, variants: ["hosted"] };
const sandboxKey = "sandbox-hosted-key";

const environment =
  "Check the environment variables: often one of them is empty, or not set on this machine.";
const real =
  "Use the gateway's https address and the merchant's own key, or set `sandbox: true` while you develop.";

export const optionsRows = [
  ...rows({ advice: "The error names every wrong path at once. The shop does not start: fix the options." })({
    missing: { instead: undefined, paths: ["(all)"] },
    "missing: one option": { with: { gateway: undefined }, paths: ["gateway"] },
    empty: { instead: {}, paths: ["gateway", "publicUrl", "merchants"] },
    "wrong type": { instead: "https://gateway.example", paths: ["(all)"] },
  }),
  ...rows({
    advice: "Use one of the values that the error names. Without the option, the safe default counts.",
  })({
    "no attempt allowed": { with: { attemptsPerHour: 0 }, paths: ["attemptsPerHour"] },
    "empty list of methods": { with: { apmMethods: [] }, paths: ["apmMethods"] },
    "policy with a wrong value": {
      with: { immediateSuccess: true, amountDecimals: 3, telephone: "local" },
      paths: ["immediateSuccess", "amountDecimals", "telephone"],
    },
    "policy with a wrong value: limits of queries that are too small or too large": {
      with: { operations: { query: { concurrency: 0, minimumGap: 61 } } },
      paths: ["operations.query.concurrency", "operations.query.minimumGap"],
    },
    "policy with a wrong value: operations that no gateway can have": {
      with: { operations: { query: { path: "https://a.example/", signedFields: ["sign"] }, payout: {} } },
      paths: ["operations.payout", "operations.query.path", "operations.query.signedFields.0"],
    },
  }),
  ...rows()({
    "missing: a merchant's key": {
      with: { merchants: [{ id: "10002" }] },
      paths: ["merchants.0.key"],
      advice: environment,
    },
    "empty: texts": {
      with: { gateway: "", merchants: [{ id: "", key: "" }] },
      paths: ["gateway", "merchants.0.id", "merchants.0.key"],
      advice: environment,
    },
    "wrong type: of each": {
      with: { gateway: 5, publicUrl: ["https://shop.example"], merchants: "10002", timeout: "30" },
      paths: ["gateway", "publicUrl", "merchants", "timeout"],
      advice: "Convert texts from the environment to numbers and booleans first.",
    },
    "wrong type: merchant id as number": {
      with: { merchants: [{ id: 10002, key }] },
      paths: ["merchants.0.id"],
      advice: "Write the id in quotes, because an id may begin with a zero.",
    },
    "http in production": {
      with: { gateway: "http://gateway.example", publicUrl: "http://shop.example/pay" },
      paths: ["gateway", "publicUrl"],
      advice: real,
    },
    "sandbox key in production": {
      with: { merchants: [{ id: "10002", key: sandboxKey, previousKeys: [sandboxKey] }] },
      paths: ["merchants.0.key", "merchants.0.previousKeys.0"],
      advice: real,
    },
    "gateway with the endpoint's path": {
      with: { gateway: "https://gateway.example/base/pay_index/" },
      paths: ["gateway"],
      advice:
        "Set `gateway` to the base address, here `https://gateway.example/base`. `/pay_index` is added.",
    },
    "key that can be guessed": {
      with: { merchants: [{ id: "10002", key: "15-letters-long", previousKeys: ["a".repeat(32)] }] },
      paths: ["merchants.0.key", "merchants.0.previousKeys.0"],
      advice: "Get a random key of 16 characters or more from the gateway.",
    },
    "same merchant and variant twice": {
      with: { merchants: [hosted, hosted] },
      paths: ["merchants.1.id", "merchants.1.variants"],
      advice: "List both variants in one entry. Put a replaced key into `previousKeys`.",
    },
    "same merchant and variant twice: two ids for one variant": {
      with: { merchants: [hosted, { ...hosted, id: "10003" }] },
      paths: ["merchants.1.variants"],
      advice:
        "List the variants of each merchant. If several merchants sell one variant, give each a `tenant`.",
    },
    "policy with a wrong value: refunds without the query that tells how they ended": {
      with: { operations: { refund: {} } },
      paths: ["operations.refundQuery"],
      advice: "Set `refundQuery: {}` too. Without it, nobody learns whether the money went back.",
    },
    "policy with a wrong value: acknowledgement that is part of a refusal": {
      with: { acknowledgement: "fail" },
      paths: ["acknowledgement"],
      advice: "Use the whole text that your gateway expects. It must not occur in the reply of a refusal.",
    },
    "policy with a wrong value: limits of amounts": {
      with: { minimumAmounts: { USD: "1.00", usd: 100 }, amountMismatch: { acceptOverpayment: { JPY: -1 } } },
      paths: ["minimumAmounts.USD", "minimumAmounts.usd", "amountMismatch.acceptOverpayment.JPY"],
      advice: "Give each limit in whole minor units of its currency, such as `{ USD: 100 }` for one dollar.",
    },
  }),
];
