import { changesText, code, listed, type Row, rowsOf } from "../row.ts";

/** Handed to `start`, and to `CardDetails.of` before it. */
export interface SaleRow extends Row {
  /** By path; undefined takes out. The names say which variant the sale has. */
  readonly with: Readonly<Record<string, unknown>>;
  /** Paths of the error with which the sale is refused, and its code, if it is not `sale_invalid`. */
  readonly paths?: readonly string[];
  readonly code?: "card_invalid";
  /** Parts of the form that reaches the gateway. */
  readonly sent?: Readonly<Record<string, string>>;
  readonly warnings?: readonly string[];
}

export function saleLine({
  with: fields,
  paths,
  code: error,
  sent = {},
  warnings,
}: SaleRow): [string, string] {
  if (paths !== undefined) return [changesText(fields), `\`${error ?? "sale_invalid"}\` at ${listed(paths)}`];
  const parts = Object.entries(sent).map(([name, value]) => code(`${name}=${value}`));
  const warning = warnings === undefined ? "" : `, with the warning ${listed(warnings)}`;
  return [changesText(fields), `sent: ${parts.join(", ")}${warning}`];
}

const rows = rowsOf<SaleRow>();
const shopFault = "Nothing was created or sent. The path names the field that your shop's code must fill.";
const cardTyped =
  "Nothing was created or sent. The card route names the field to the buyer, without a digit of the card.";
const tea = { name: "Tea", price: 1999, quantity: 1 };
const planId = "7f1c1a52-6a3e-4a55-9f5b-0c1d2e3f4a5b";

/** A plan without one of its keys, and plans with a wrong one. */
const plans = Object.fromEntries(
  [
    ...["id", "name", "type", "description", "attempts"].map(
      (name) => [`plan without a required key: ${name}`, name, undefined] as const,
    ),
    ["attempts as number: as text", "attempts", "3"] as const,
    ...(
      [
        ["id", "tea-monthly"],
        ["type", "daily"],
        ["description", " "],
        ["intervalTime", 0],
        ["totalCount", 10_001],
        ["firstPeriodAmount", 0],
        ["firstPeriodAmount", "5.00"],
        ["firstPeriodAmount", { minor: 500, currency: "EUR" }],
      ] as const
    ).map(([name, to]) => [`plan with a wrong value: ${name} ${JSON.stringify(to)}`, name, to] as const),
  ].map(([title, name, to]) => [title, { with: { [`plan.${name}`]: to }, paths: [`plan.${name}`] }]),
);

export const saleRows = [
  ...rows({ advice: "Nothing was created or sent. Show the buyer the field that the path names." })({
    "control characters": {
      with: { "buyer.firstName": "Ada\nLovelace", "buyer.lastName": "Love\u0000lace" },
      paths: ["buyer.firstName", "buyer.lastName"],
    },
    "10 kB names": {
      with: { "buyer.firstName": "A".repeat(10_240) },
      shown: "`buyer.firstName` of 10,240 letters",
      paths: ["buyer.firstName"],
    },
  }),
  ...rows({ code: "card_invalid", advice: cardTyped })({
    "card of 11 digits": { with: { "card.number": "42424242424" }, shown: "11 digits", paths: ["number"] },
    "card of 20 digits": { with: { "card.number": "4242".repeat(5) }, shown: "20 digits", paths: ["number"] },
    "month 13": { with: { "card.month": "13" }, paths: ["month"] },
    "two-digit year": { with: { "card.year": "30" }, paths: ["year"] },
  }),
  ...rows({ advice: shopFault })(plans),
  ...rows({
    paths: ["plan"],
    advice:
      "Pass the plan as an object. It is converted to JSON for you, in an array if `planEncoding` says so.",
  })({
    "plan that is no object: an array": { with: { plan: [{}] } },
    "plan that is no object: JSON text": { with: { plan: `{"id":"${planId}"}` } },
    "plan that is no object: null": { with: { plan: null } },
  }),
  ...rows({ advice: "Nothing: it is sent unchanged." })({
    "emoji and right-to-left names": {
      with: { "buyer.firstName": "Zoë 😀", "buyer.lastName": "محمد 李" },
      sent: { pay_firstname: "Zoë 😀", pay_lastname: "محمد 李" },
    },
    IPv6: { with: { "buyer.ip": "2001:db8::7" }, sent: { pay_ip: "2001:db8::7" } },
  }),
  ...rows()({
    "control characters: in a user agent": {
      with: { "buyer.userAgent": "Mozilla/5.0\r\n(X11)" },
      sent: { pay_useragent: "Mozilla/5.0 (X11)" },
      advice: "Nothing: they become blanks, because an unusual browser must not stop a sale.",
    },
    "lone surrogates": {
      with: { "buyer.firstName": "Ada\uD83D", reference: "order-\uDE00" },
      paths: ["reference", "buyer.firstName"],
      advice:
        "Nothing was created or sent. Your code cut a text in the middle of a character: cut it by code points.",
    },
    "item sums that do not match": {
      with: { items: [{ ...tea, price: 1000 }] },
      sent: {
        pay_amount: "19.99",
        pay_productname: '[{"productName":"Tea","price":"10.00","quantity":"1"}]',
      },
      warnings: ["items_do_not_add_up"],
      advice: "Nothing, if the difference is shipping, tax or a discount. The sale's `amount` is charged.",
    },
    "200 items": {
      with: { items: Array.from({ length: 200 }, (_, index) => ({ ...tea, price: index === 0 ? 1800 : 1 })) },
      shown: "`items` with 200 items, which add up to the amount",
      sent: { pay_amount: "19.99" },
      advice:
        "Nothing: up to 500 items are sent unchanged. Medusa and Vendure send more than 500 lines as one item.",
    },
    "quantity with blanks": {
      with: { items: [{ ...tea, quantity: " 1" }] },
      sent: { pay_productname: '[{"productName":"Tea","price":"19.99","quantity":"1"}]' },
      advice: "Nothing: the text of a form is accepted, and sent without blanks.",
    },
    "quantity with blanks: text that is no whole number": {
      with: { items: [{ ...tea, quantity: "1 2" }] },
      paths: ["items.0.quantity"],
      advice: `${shopFault} Pass a whole number of pieces, or its text.`,
    },
    "items with one product number": {
      with: {
        items: [
          { ...tea, sku: "TEA", price: 1000 },
          { ...tea, sku: "TEA", price: 999 },
        ],
      },
      sent: { pay_amount: "19.99" },
      warnings: ["sku_repeated"],
      advice: "Give each item a product number of its own, because the protocol says that it is unique.",
    },
    "picture without a web address": {
      with: {
        items: [
          { ...tea, image: "tea.png" },
          { ...tea, image: "javascript:alert(1)" },
        ],
      },
      paths: ["items.0.image", "items.1.image"],
      advice: `${shopFault} Medusa and Vendure send the item without its picture, with a warning.`,
    },
    "expired card": {
      with: { "card.month": "02", "card.year": "2019" },
      paths: ["card.year"],
      advice: `${cardTyped} A card is valid until its month has ended in every time zone.`,
    },
    "Luhn failure": {
      with: { "card.number": "4242424242424241" },
      shown: "16 digits with a wrong last digit",
      sent: { pay_cardmonth: "12" },
      warnings: ["card_fails_luhn"],
      advice: "Nothing: the gateway decides, because some real cards fail the check.",
    },
    "attempts as number": {
      with: { "plan.attempts": 3, "plan.intervalTime": 60, "plan.totalCount": 6 },
      sent: {
        subscription_plan: `{"id":"${planId}","name":"Tea monthly","plan_type":"monthly","description":"A box of tea each month","attempts":"3","interval_time":60,"total_count":6}`,
      },
      advice: "Nothing: the option is a number. It is sent as text, as the protocol requires.",
    },
    "first period above the price": {
      with: { "plan.firstPeriodAmount": 2999 },
      sent: { pay_amount: "19.99" },
      advice:
        "Nothing: it is charged first, for example with a set-up fee. The notification of the first cycle must report it.",
    },
    "a telephone with country code": {
      with: { "buyer.phone": "+44 20 7946 0000" },
      sent: { pay_telephone: "+44 20 7946 0000" },
      advice:
        'Nothing: it is sent as the buyer wrote it. If your gateway requires local numbers, set `telephone: "national"`.',
    },
    "IPv6: an IPv4 address in it": {
      with: { "buyer.ip": "::ffff:192.0.2.7" },
      sent: { pay_ip: "192.0.2.7" },
      advice: "Nothing: it is sent as IPv4.",
    },
    "IPv6: a list of proxies": {
      with: { "buyer.ip": "192.0.2.7, 10.0.0.1" },
      paths: ["buyer.ip"],
      advice: `${shopFault} Pass \`req.ip\` of Express, with \`trust proxy\` set, and not the header.`,
    },
    "a user agent of 5 kB": {
      with: { "buyer.userAgent": `Mozilla/5.0 ${"x".repeat(5108)}` },
      shown: "`buyer.userAgent` of 5,120 characters",
      sent: { pay_useragent: `Mozilla/5.0 ${"x".repeat(500)}` },
      advice: "Nothing: it is cut after 512 characters.",
    },
  }),
];
