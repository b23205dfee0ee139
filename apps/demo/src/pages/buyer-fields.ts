import { renderField } from "./form-field.ts";
import { type Html, html } from "./html.ts";

/** The countries to which the shops deliver. */
export const deliveryCountryCodes = [
  "AU",
  "BR",
  "CA",
  "DE",
  "ES",
  "FR",
  "GB",
  "IN",
  "IT",
  "JP",
  "NL",
  "US",
] as const;

export const countryNames = new Intl.DisplayNames("en", { type: "region" });

type FieldTexts = Readonly<Record<string, string>>;

export function renderBuyerFields(typed: FieldTexts, problems: FieldTexts): Html {
  const known = (name: string) => ({ name, value: typed[name], problem: problems[name] });
  return html`<fieldset class="sheet">
<legend>Who buys</legend>
<div class="pair">
${renderField({ ...known("firstName"), label: "First name", autocomplete: "given-name" })}
${renderField({ ...known("lastName"), label: "Last name", autocomplete: "family-name" })}
</div>
${renderField({ ...known("email"), label: "E-mail", type: "email", autocomplete: "email" })}
${renderField({ ...known("phone"), label: "Telephone", type: "tel", autocomplete: "tel" })}
</fieldset>`;
}

/** Shops that ship parcels require the address lines. For others they are optional. */
export function renderAddressFields(
  typed: FieldTexts,
  problems: FieldTexts,
  { optional }: { optional: boolean },
): Html {
  const known = (name: string) => ({ name, value: typed[name], problem: problems[name], optional });
  const option = (code: string) =>
    html`<option value="${code}" ${code === (typed.country || "US") && "selected"}>${countryNames.of(code)}</option>`;
  return html`<fieldset class="sheet">
<legend>Where it goes</legend>
<div class="field">
<label for="country">Country</label>
<select id="country" name="country" autocomplete="country">${deliveryCountryCodes.map(option)}</select>
</div>
${renderField({ ...known("street"), label: "Street and number", autocomplete: "street-address" })}
<div class="pair">
${renderField({ ...known("postcode"), label: "Postcode", autocomplete: "postal-code" })}
${renderField({ ...known("city"), label: "City", autocomplete: "address-level2" })}
</div>
</fieldset>`;
}
