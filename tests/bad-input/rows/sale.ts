import type { SaleRow } from "../row-types.ts";

const named = "Nothing was created or sent. Show the buyer the field that the path names.";
const shopFault = "Nothing was created or sent. The path names the field that your shop's code must fill.";
const fine = "Nothing: it is sent unchanged.";
const cardTyped =
  "Nothing was created or sent. The card route names the field to the buyer, without a digit of the card.";

export const saleRows: readonly SaleRow[] = [
  {
    of: "control characters",
    variant: "hosted",
    with: { "buyer.firstName": "Ada\nLovelace", "buyer.lastName": "Love\u0000lace" },
    end: { code: "sale_invalid", paths: ["buyer.firstName", "buyer.lastName"] },
    advice: named,
  },
  {
    of: "control characters",
    case: "in a user agent",
    variant: "hosted",
    with: { "buyer.userAgent": "Mozilla/5.0\r\n(X11)" },
    end: { sent: { pay_useragent: "Mozilla/5.0 (X11)" } },
    advice: "Nothing: they become blanks, because an unusual browser must not stop a sale.",
  },
  {
    of: "lone surrogates",
    variant: "hosted",
    with: { "buyer.firstName": "Ada\uD83D", reference: "order-\uDE00" },
    end: { code: "sale_invalid", paths: ["reference", "buyer.firstName"] },
    advice:
      "Nothing was created or sent. Your code cut a text in the middle of a character: cut it by code points.",
  },
  {
    of: "emoji and right-to-left names",
    variant: "hosted",
    with: { "buyer.firstName": "Zoë 😀", "buyer.lastName": "محمد 李" },
    end: { sent: { pay_firstname: "Zoë 😀", pay_lastname: "محمد 李" } },
    advice: fine,
  },
  {
    of: "10 kB names",
    variant: "hosted",
    with: { "buyer.firstName": "A".repeat(10_240) },
    shown: "`buyer.firstName` of 10,240 letters",
    end: { code: "sale_invalid", paths: ["buyer.firstName"] },
    advice: `${named} Limit the field to 255 characters in the form.`,
  },
  {
    of: "item sums that do not match",
    variant: "hosted",
    with: { items: [{ name: "Tea", price: 1000, quantity: 1 }] },
    end: {
      sent: {
        pay_amount: "19.99",
        pay_productname: '[{"productName":"Tea","price":"10.00","quantity":"1"}]',
      },
      warnings: ["items_do_not_add_up"],
    },
    advice: "Nothing, if the difference is shipping, tax or a discount. The sale's `amount` is charged.",
  },
  {
    of: "200 items",
    variant: "hosted",
    with: {
      items: Array.from({ length: 200 }, (_, index) => ({
        name: `Tea ${index}`,
        price: index === 0 ? 1800 : 1,
        quantity: 1,
      })),
    },
    shown: "`items` with 200 items, which add up to the amount",
    end: { sent: { pay_amount: "19.99" } },
    advice:
      "Nothing: up to 500 items are sent unchanged. Medusa and Vendure send more than 500 lines as one item.",
  },
  {
    of: "quantity with blanks",
    variant: "hosted",
    with: { items: [{ name: "Tea", price: 1999, quantity: " 1" }] },
    end: {
      sent: { pay_productname: '[{"productName":"Tea","price":"19.99","quantity":"1"}]' },
    },
    advice: "Nothing: the text of a form is accepted, and sent without blanks.",
  },
  {
    of: "quantity with blanks",
    case: "text that is no whole number",
    variant: "hosted",
    with: { items: [{ name: "Tea", price: 1999, quantity: "1 2" }] },
    end: { code: "sale_invalid", paths: ["items.0.quantity"] },
    advice: `${shopFault} Pass a whole number of pieces, or its text.`,
  },
  {
    of: "items with one product number",
    variant: "hosted",
    with: {
      items: [
        { name: "Tea", sku: "TEA", price: 1000, quantity: 1 },
        { name: "Tea", sku: "TEA", price: 999, quantity: 1 },
      ],
    },
    end: { sent: { pay_amount: "19.99" }, warnings: ["sku_repeated"] },
    advice: "Give each item a product number of its own, because the protocol says that it is unique.",
  },
  {
    of: "picture without a web address",
    variant: "hosted",
    with: {
      items: [
        { name: "Tea", price: 1000, quantity: 1, image: "tea.png" },
        { name: "Cup", price: 999, quantity: 1, image: "javascript:alert(1)" },
      ],
    },
    end: { code: "sale_invalid", paths: ["items.0.image", "items.1.image"] },
    advice: `${shopFault} Medusa and Vendure send the item without its picture, with a warning.`,
  },
  {
    of: "card of 11 digits",
    variant: "card",
    with: { "card.number": "42424242424" },
    shown: "11 digits",
    end: { code: "card_invalid", paths: ["number"] },
    advice: cardTyped,
  },
  {
    of: "card of 20 digits",
    variant: "card",
    with: { "card.number": "42424242424242424242" },
    shown: "20 digits",
    end: { code: "card_invalid", paths: ["number"] },
    advice: cardTyped,
  },
  {
    of: "expired card",
    variant: "card",
    with: { "card.month": "02", "card.year": "2019" },
    end: { code: "sale_invalid", paths: ["card.year"] },
    advice: `${cardTyped} A card is valid until its month has ended in every time zone.`,
  },
  {
    of: "Luhn failure",
    variant: "card",
    with: { "card.number": "4242424242424241" },
    shown: "16 digits with a wrong last digit",
    end: { sent: { pay_cardmonth: "12" }, warnings: ["card_fails_luhn"] },
    advice: "Nothing: the gateway decides, because some real cards fail the check.",
  },
  {
    of: "month 13",
    variant: "card",
    with: { "card.month": "13" },
    end: { code: "card_invalid", paths: ["month"] },
    advice: cardTyped,
  },
  {
    of: "two-digit year",
    variant: "card",
    with: { "card.year": "30" },
    end: { code: "card_invalid", paths: ["year"] },
    advice: `${cardTyped} Ask for four digits in the form, because the century is never guessed.`,
  },
  ...["id", "name", "type", "description", "attempts"].map(
    (name): SaleRow => ({
      of: "plan without a required key",
      case: name,
      variant: "subscription",
      with: { [`plan.${name}`]: undefined },
      end: { code: "sale_invalid", paths: [`plan.${name}`] },
      advice: shopFault,
    }),
  ),
  {
    of: "attempts as number",
    variant: "subscription",
    with: { "plan.attempts": 3, "plan.intervalTime": 60, "plan.totalCount": 6 },
    end: {
      sent: {
        subscription_plan:
          '{"id":"7f1c1a52-6a3e-4a55-9f5b-0c1d2e3f4a5b","name":"Tea monthly","plan_type":"monthly","description":"A box of tea each month","attempts":"3","interval_time":60,"total_count":6}',
      },
    },
    advice: "Nothing: the option is a number. It is sent as text, as the protocol requires.",
  },
  {
    of: "attempts as number",
    case: "as text",
    variant: "subscription",
    with: { "plan.attempts": "3" },
    end: { code: "sale_invalid", paths: ["plan.attempts"] },
    advice: shopFault,
  },
  ...(
    [
      ["an array", [{}]],
      ["JSON text", '{"id":"7f1c1a52-6a3e-4a55-9f5b-0c1d2e3f4a5b"}'],
      ["JSON text in JSON text", '"{}"'],
      ["null", null],
    ] as const
  ).map(
    ([kind, plan]): SaleRow => ({
      of: "plan that is no object",
      case: kind,
      variant: "subscription",
      with: { plan },
      end: { code: "sale_invalid", paths: ["plan"] },
      advice:
        "Pass the plan as an object. It is converted to JSON for you, in an array if `planEncoding` says so.",
    }),
  ),
  ...(
    [
      ["id", "tea-monthly"],
      ["type", "daily"],
      ["description", " "],
      ["attempts", 0],
      ["intervalTime", 0],
      ["totalCount", 0],
      ["totalCount", 10_001],
      ["firstPeriodAmount", 0],
      ["firstPeriodAmount", 0.5],
      ["firstPeriodAmount", "5.00"],
      ["firstPeriodAmount", { minor: 500, currency: "EUR" }],
    ] as const
  ).map(
    ([name, value]): SaleRow => ({
      of: "plan with a wrong value",
      case: `${name} ${JSON.stringify(value)}`,
      variant: "subscription",
      with: { [`plan.${name}`]: value },
      end: { code: "sale_invalid", paths: [`plan.${name}`] },
      advice: shopFault,
    }),
  ),
  {
    of: "first period above the price",
    variant: "subscription",
    with: { "plan.firstPeriodAmount": 2999 },
    end: { sent: { pay_amount: "19.99" } },
    advice:
      "Nothing: it is charged first, for example with a set-up fee. The notification of the first cycle must report it.",
  },
  {
    of: "a telephone with country code",
    variant: "hosted",
    with: { "buyer.phone": "+44 20 7946 0000" },
    end: { sent: { pay_telephone: "+44 20 7946 0000" } },
    advice:
      'Nothing: it is sent as the buyer wrote it. If your gateway requires local numbers, set `telephone: "national"`.',
  },
  {
    of: "IPv6",
    variant: "hosted",
    with: { "buyer.ip": "2001:db8::7" },
    end: { sent: { pay_ip: "2001:db8::7" } },
    advice: fine,
  },
  {
    of: "IPv6",
    case: "an IPv4 address in it",
    variant: "hosted",
    with: { "buyer.ip": "::ffff:192.0.2.7" },
    end: { sent: { pay_ip: "192.0.2.7" } },
    advice: "Nothing: it is sent as IPv4.",
  },
  {
    of: "IPv6",
    case: "a list of proxies",
    variant: "hosted",
    with: { "buyer.ip": "192.0.2.7, 10.0.0.1" },
    end: { code: "sale_invalid", paths: ["buyer.ip"] },
    advice: `${shopFault} Pass \`req.ip\` of Express, with \`trust proxy\` set, and not the header.`,
  },
  {
    of: "a user agent of 5 kB",
    variant: "hosted",
    with: { "buyer.userAgent": `Mozilla/5.0 ${"x".repeat(5108)}` },
    shown: "`buyer.userAgent` of 5,120 characters",
    end: { sent: { pay_useragent: `Mozilla/5.0 ${"x".repeat(500)}` } },
    advice: "Nothing: it is cut after 512 characters.",
  },
];
