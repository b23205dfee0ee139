import { z } from "zod";
import { countrySchema, createTextSchema } from "./text-schemas.ts";

/** JavaScript sockets give an IPv4 buyer behind a dual-stack listener as `::ffff:192.0.2.1`. */
const ipSchema = z
  .string("is required: the buyer's IP address")
  .trim()
  .transform((text) => text.replace(/^::ffff:(?=\d+\.)/i, ""))
  .pipe(z.union([z.ipv4(), z.ipv6()], "must be an IPv4 or IPv6 address"));

/** Longer ones are cut and control characters made blanks, not refused: a browser's oddity must not stop a sale. */
const userAgentLimit = 512;

/** Who pays. Every variant requires all of it but `language` (REQ-REQUIRED, REQ-BUYER, REQ-IP). */
export const buyerSchema = z.strictObject(
  {
    firstName: createTextSchema(255),
    lastName: createTextSchema(255),
    email: createTextSchema(254).regex(/^[^\s@]+@[^\s@]+$/, "must be an e-mail address"),
    /** As the buyer wrote it. The option `telephone` converts it for gateways that expect the national number (REQ-TELEPHONE). */
    phone: createTextSchema(50).regex(/\d/, "must be a telephone number"),
    /** The country of the billing address. */
    country: countrySchema,
    ip: ipSchema,
    userAgent: z
      .string("is required: the User-Agent header of the buyer's browser")
      .transform((text) =>
        text
          .replace(/\p{Cc}+/gu, " ")
          .trim()
          .slice(0, userAgentLimit)
          .toWellFormed(),
      )
      .pipe(z.string().min(1, "must not be empty")),
    /** The language of the payment page. Default: the `language` of the options. */
    language: createTextSchema(100).optional(),
  },
  "is required: who pays",
);

/** Billing address lines; the country is the buyer's. All optional in every variant. */
export const billingAddressSchema = z.strictObject({
  street1: createTextSchema(500).optional(),
  street2: createTextSchema(500).optional(),
  city: createTextSchema(255).optional(),
  postcode: createTextSchema(50).optional(),
  state: createTextSchema(255).optional(),
});

/** All optional, in every variant but subscription (REQ-SHIPPING). */
export const shippingSchema = billingAddressSchema.extend({
  firstName: createTextSchema(255).optional(),
  lastName: createTextSchema(255).optional(),
  country: countrySchema.optional(),
  phone: createTextSchema(50).optional(),
});
