import { z } from "zod";
import { lazily } from "../../lazily.ts";
import { currencySchema, minorSchema } from "../money/money.ts";
import { CardDetails } from "./card.ts";
import { maxSaleItems, type SaleItem, saleItemSchema } from "./sale-items.ts";
import { countrySchema, createTextSchema, createWebAddressSchema } from "./text-schemas.ts";

/** JavaScript sockets give an IPv4 buyer behind a dual-stack listener as `::ffff:192.0.2.1`. */
const ipSchema = lazily(() =>
  z
    .string("is required: the buyer's IP address")
    .trim()
    .transform((text) => text.replace(/^::ffff:(?=\d+\.)/i, ""))
    .pipe(z.union([z.ipv4(), z.ipv6()], "must be an IPv4 or IPv6 address")),
);

/** Longer ones are cut and control characters made blanks, not refused: a browser's oddity must not stop a sale. */
const userAgentLimit = 512;

function cleanUserAgent(text: string): string {
  return text
    .replace(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, userAgentLimit)
    .toWellFormed();
}

/** Who pays. Every variant requires all of it but `language` (REQ-REQUIRED, REQ-BUYER, REQ-IP). */
const buyerSchema = lazily(() =>
  z.strictObject(
    {
      firstName: createTextSchema(255),
      lastName: createTextSchema(255),
      email: createTextSchema(254).regex(/^[^\s@]+@[^\s@]+$/, "must be an e-mail address"),
      /** As the buyer wrote it. The option `telephone` converts it for gateways that expect the national number (REQ-TELEPHONE). */
      phone: createTextSchema(50).regex(/\d/, "must be a telephone number"),
      /** The country of the billing address. */
      country: countrySchema(),
      ip: ipSchema(),
      userAgent: z.string("is required: the User-Agent header of the buyer's browser").check((text) => {
        text.value = cleanUserAgent(text.value);
        if (text.value === "")
          text.issues.push({ code: "custom", input: text.value, message: "must not be empty" });
      }),
      /** The language of the payment page. Default: the `language` of the options. */
      language: createTextSchema(100).optional(),
    },
    "is required: who pays",
  ),
);

/** Billing address lines; the country is the buyer's. All optional in every variant. */
const billingAddressSchema = lazily(() =>
  z.strictObject({
    street1: createTextSchema(500).optional(),
    street2: createTextSchema(500).optional(),
    city: createTextSchema(255).optional(),
    postcode: createTextSchema(50).optional(),
    state: createTextSchema(255).optional(),
  }),
);

/** All optional, in every variant but subscription (REQ-SHIPPING). */
const shippingSchema = lazily(() =>
  billingAddressSchema().extend({
    firstName: createTextSchema(255).optional(),
    lastName: createTextSchema(255).optional(),
    country: countrySchema().optional(),
    phone: createTextSchema(50).optional(),
  }),
);

/**
 * The oddities that do not stop a sale.
 *
 * - `items_do_not_add_up`: the items do not add up to the amount.
 * - `card_fails_luhn`: the card number fails the Luhn check.
 * - `sku_repeated`: several items have the same product number (PROD-SKU).
 * - `item_image_left_out`: the picture of an item has no web address, so the item is sent without it (PROD-IMAGE).
 * - `item_change_failed`: the option `changeItem` failed, so the order is sent as one item (PROD-CHANGE).
 * - `telephone_not_converted`: a telephone is no number of the country of its address, so it is sent as the buyer wrote it (REQ-TELEPHONE).
 */
const saleWarningCodes = [
  "items_do_not_add_up",
  "card_fails_luhn",
  "sku_repeated",
  "item_image_left_out",
  "item_change_failed",
  "telephone_not_converted",
] as const;

/** An oddity that does not stop a sale. */
export type SaleWarningCode = (typeof saleWarningCodes)[number];

const sizeLimit = 16_384;
const depthLimit = 32;

type Json = z.infer<ReturnType<typeof z.json>>;

/**
 * The JSON that an adapter stores with an attempt. It has limits, no cycles, and only text that every store accepts, so
 * that core can read it again.
 */
export const snapshotSchema = lazily(() =>
  z.custom<Json>(isJson, `must be JSON, at most ${sizeLimit} characters and ${depthLimit} levels`),
);

function isJson(value: unknown): boolean {
  try {
    return JSON.stringify(value).length <= sizeLimit && isJsonValue(value, depthLimit);
  } catch {
    return false;
  }
}

function isJsonValue(value: unknown, depth: number): boolean {
  if (value === null || typeof value === "boolean") return true;
  if (typeof value === "string") return value.isWellFormed() && !value.includes("\0");
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || depth === 0) return false;
  if (Array.isArray(value)) return value.every((each) => isJsonValue(each, depth - 1));
  if (!isPlainObject(value)) return false;
  return Object.entries(value)
    .flat()
    .every((each) => isJsonValue(each, depth - 1));
}

/** Also accepts a plain object of another realm. */
function isPlainObject(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.hasOwn(prototype, "isPrototypeOf");
}

/** The fields of every variant of a sale. */
export const commonSaleFields = lazily(() => ({
  /** Whose shop the reference belongs to; also whose merchant takes the money, unless `merchantTenant` names another one. */
  tenant: createTextSchema(100).default("default"),
  /**
   * Whose merchant takes the money of this attempt. For a shop that sells one order in several tenants, such as channels: the payment is
   * one, whichever of them an attempt uses (ENG-SPAN).
   */
  merchantTenant: createTextSchema(100).optional(),
  /** The shop's own name for what is paid: an order or cart id. Each part of a reference is paid once. */
  reference: createTextSchema(200),
  /**
   * For an order that is placed and has a further amount due: `openPart` of its status, read before the amount due (ENG-PART). Default:
   * 1, what is due before the order is placed.
   */
  part: z.int().positive().optional(),
  amount: z.strictObject(
    { minor: minorSchema().positive("must be more than zero"), currency: currencySchema() },
    "is required: money(minorUnits, currency)",
  ),
  buyer: buyerSchema(),
  billing: billingAddressSchema().optional(),
  /** `pay_url`, the shop's address; by default the options' `website`. */
  website: createWebAddressSchema("the shop's address").optional(),
  /** JSON that the engine keeps with the payment and hands back to the host with its work. Nothing personal belongs here. */
  snapshot: snapshotSchema().optional(),
  /** What an adapter noticed while it built the sale. `start` reports it with the warnings of its own. */
  warnings: z.array(z.enum(saleWarningCodes)).readonly().optional(),
}));

export const optionalShippingSchema = lazily(() => shippingSchema().optional());

export const cardDetailsSchema = lazily(() =>
  z.custom<CardDetails>(
    (value) => value instanceof CardDetails,
    "is required: CardDetails.of({ number, month, year, cvv })",
  ),
);

/** Checks only the type: a schema that freezes its result could fail on an input that it refuses. */
export const saleItemsSchema = lazily(
  (): z.ZodType<readonly SaleItem[], readonly z.input<ReturnType<typeof saleItemSchema>>[]> =>
    z
      .array(saleItemSchema(), "is required: what is sold")
      .min(1, "must name at least one item")
      .max(maxSaleItems, `must have at most ${maxSaleItems} items`),
);
