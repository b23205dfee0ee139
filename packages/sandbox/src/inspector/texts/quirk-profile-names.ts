import type { QuirkProfile } from "../../quirks/quirk.ts";

/** A total map: a profile without a name does not compile. */
export const quirkProfileNames: Readonly<Record<QuirkProfile, string>> = {
  none: "None",
  four_decimals: "Four decimals",
  utc_plus_8: "UTC+8",
  post_return: "Return by POST",
  double_encoded: "JSON in JSON",
  attach_signed: "Signed attach",
  zero_signed: "Signed zeros",
  attach_and_zero_signed: "Signed attach and zeros",
  nine_field_sign: "Nine signed fields",
  recorded: "As recorded",
  lenient: "Lenient",
};
