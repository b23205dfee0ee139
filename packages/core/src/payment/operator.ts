import { z } from "zod";
import { lazily } from "../lazily.ts";
import { maskText } from "../mask/mask-text.ts";
import { moneySchema } from "../protocol/money/money.ts";

const idLength = 200;
const nameLength = 200;

/** Blanks, control characters, invisible characters, and characters that change the direction of the text. */
const unprintableCharacters = /[\p{Z}\p{C}\p{DI}\u2800]+/gu;

/**
 * Checks an operator. The id is that of the account in the host: it never changes, is never shortened, and is displayed
 * first, so that a user who takes another person's name is still recognized.
 */
export const operatorSchema = lazily(() =>
  z
    .object(
      {
        id: z
          .string("is required: the id of the operator's account in the shop, which never changes")
          .min(1, "must not be empty")
          .max(idLength, `must not be longer than ${idLength} characters`)
          .refine(
            (id) => id.search(unprintableCharacters) < 0,
            "must not contain blanks or control characters",
          ),
        name: z.string("must be text").optional(),
      },
      "must name who acts: { id, name }",
    )
    .transform(({ id, name = "" }): Operator => {
      const shown = displayName(name);
      return shown === "" ? { id } : { id, name: shown };
    }),
);

/** A person, or another account of the shop, who resolves review items. */
export interface Operator {
  /** The immutable id of the account in the host: 1 to 200 characters without blanks. It is no e-mail address, because it is stored. */
  readonly id: string;
  /** The display name. Stored masked, in one line of at most 200 characters. */
  readonly name?: string;
}

/** The id, then the name: `user_01 (Grace Hopper)`. */
export function operatorLabel({ id, name }: Operator): string {
  return name === undefined ? id : `${id} (${name})`;
}

function displayName(name: string): string {
  // Masked before it is cut: the part of an e-mail address that is left would not be recognized.
  const inOneLine = maskText(name.replace(unprintableCharacters, " ").trim());
  return [...inOneLine].slice(0, nameLength).join("").trim();
}

const referenceLength = 100;

const refundAmountSchema = () => moneySchema().refine(({ minor }) => minor > 0, "must be more than 0");

/** A refund that an operator made at the gateway, outside this software. */
export const operatorRefundSchema = lazily(() =>
  z.object(
    {
      /** The refunded amount in minor units: more than 0. */
      amount: refundAmountSchema(),
      /** The gateway's id of the refund, or another text that finds it there: 1 to 100 characters. */
      reference: z
        .string("is required: the gateway's id of the refund")
        .trim()
        .min(1, "must not be empty: the gateway's id of the refund")
        .max(referenceLength, `must not be longer than ${referenceLength} characters`)
        .regex(/^\P{C}*$/u, "must be one line of text"),
      /** Whether the refund belongs to the placed order. Core decides this when it records the refund. */
      ofOrder: z.boolean().default(false),
    },
    "must name the refund: { amount, reference }",
  ),
);

/** A refund as an operator enters it: the amount and the gateway's id of the refund. */
export type OperatorRefund = Pick<z.infer<ReturnType<typeof operatorRefundSchema>>, "amount" | "reference">;
