import type { SaleWarningCode } from "./common-sale-fields.ts";
import type { CheckedSale } from "./sale.ts";

/** A checked sale, and what is odd about it. */
interface SaleWithWarnings {
  readonly sale: CheckedSale;
  readonly warnings: readonly SaleWarningCode[];
}

/** A telephone, and the country of its address: ISO 3166-1 alpha-2. */
interface TelephoneAndCountry {
  readonly phone?: string | undefined;
  readonly country?: string | undefined;
}

/**
 * Converts the telephones of a sale to national numbers, each of the country of its own address (REQ-TELEPHONE). A telephone that cannot
 * be converted stays as the buyer wrote it, with one warning for the sale.
 */
export async function convertTelephones({ sale, warnings }: SaleWithWarnings): Promise<SaleWithWarnings> {
  const toNational = await loadTelephoneConverter();
  const shipping = "shipping" in sale ? sale.shipping : undefined;
  const billingPhone = toNational(sale.buyer);
  const shippingPhone = shipping?.phone === undefined ? undefined : toNational(shipping);
  const isComplete = billingPhone !== undefined && (shippingPhone !== undefined || !shipping?.phone);
  return {
    sale: {
      ...sale,
      buyer: { ...sale.buyer, phone: billingPhone ?? sale.buyer.phone },
      ...(shippingPhone === undefined ? {} : { shipping: { ...shipping, phone: shippingPhone } }),
    },
    warnings: isComplete ? warnings : [...warnings, "telephone_not_converted"],
  };
}

/**
 * Returns a function that returns a telephone as callers in its country dial it, in digits. Undefined if it is no number of the country.
 */
async function loadTelephoneConverter() {
  // Loaded when first used: it is 200 kB, and most shops do not need it (docs/decisions/0025).
  const { getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString } = await import(
    "libphonenumber-js/min"
  );
  return ({ phone = "", country = "" }: TelephoneAndCountry): string | undefined => {
    if (!isSupportedCountry(country)) return undefined;
    const number = parsePhoneNumberFromString(phone, { defaultCountry: country, extract: false });
    // Countries with one calling code dial each other's numbers as their own, such as Canada and the United States.
    if (number?.countryCallingCode !== getCountryCallingCode(country) || !number.isPossible())
      return undefined;
    return number
      .formatNational({ formatExtension: (withoutExtension) => withoutExtension })
      .replace(/\D/g, "");
  };
}
