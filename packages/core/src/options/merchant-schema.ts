import { z } from "zod";
import { lazily } from "../lazily.ts";
import { variants } from "../protocol/sale/sale.ts";
import { createTextSchema } from "../protocol/sale/text-schemas.ts";

/** The signing text contains the value unescaped, so `&` would begin another field (SIG-AMPERSAND). */
export const signedTextSchema = lazily(() =>
  z
    .string("is required")
    .min(1, "must not be empty")
    .max(100, "must not be longer than 100 characters")
    .regex(/^[^&\s\p{Cc}\p{Cs}]+$/u, "must not contain & or blanks: it is part of the signed text"),
);

const keyText = lazily(() =>
  z
    .string("is required: the merchant key")
    .min(1, "must not be empty")
    .max(500, "must not be longer than 500 characters")
    .refine((key) => key.trim() === key, "must not begin or end with blanks"),
);

export const merchantSchema = lazily(() =>
  z.strictObject({
    /** `pay_memberid`: the merchant's id at the gateway. At most 100 characters. */
    id: signedTextSchema(),
    /** The merchant's secret key. At least 16 characters outside the sandbox. */
    key: keyText(),
    /** Replaced keys, at most five. Notifications that they sign still verify. */
    previousKeys: z.array(keyText()).max(5, "at most five").default([]),
    /** The variants that the merchant serves. Default: all. */
    variants: z.array(z.enum(variants)).min(1, "must name at least one variant").optional(),
    /** The tenant that the merchant belongs to. Default: `default`. */
    tenant: createTextSchema(100).default("default"),
  }),
);
