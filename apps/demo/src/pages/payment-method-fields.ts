import { renderFieldProblem, renderInvalidFieldAttributes } from "./form-field.ts";
import { type Html, html } from "./html.ts";

/** The payment methods for single payments, the simplest first. */
const oneTimeMethods = [
  ["hosted", "On the payment page", "You type your card on the gateway's page. This shop never sees it."],
  ["card", "By card, here", "You type your card in this shop. Your bank may ask you to confirm."],
  ["link", "By payment link", "You get an invoice with its own address, and pay it there."],
  ["apm", "Wallet or bank", "Alipay, iDEAL and others. You confirm it with them."],
] as const;

export const apmMethodNames: Readonly<Record<string, string>> = {
  alipay: "Alipay",
  wechat: "WeChat Pay",
  paypal: "PayPal",
  ideal: "iDEAL",
  cashapp: "Cash App Pay",
};

type FieldTexts = Readonly<Record<string, string>>;

/** The terms of a subscription. */
export interface PlanNameAndDescription {
  readonly name: string;
  readonly description: string;
}

/** Renders the fields `variant` and `method` with the entered values and messages. A subscription has one method. */
export function renderPaymentMethodFields(
  typed: FieldTexts,
  problems: FieldTexts,
  plan: PlanNameAndDescription | undefined,
): Html {
  const offered = plan === undefined ? oneTimeMethods : [toSubscriptionMethod(plan)];
  const wished = offered.find(([variant]) => variant === typed.variant) ?? offered[0];
  const chosen = wished?.[0];
  const way = ([variant, name, words]: (typeof offered)[number]) => html`<li class="way">
<input type="radio" id="way-${variant}" name="variant" value="${variant}" ${variant === chosen && "checked"}>
<label for="way-${variant}">${name}<span class="quiet">${words}</span></label>
${variant === "apm" && renderApmMethodField(typed, problems)}
</li>`;
  return html`<fieldset class="sheet">
<legend>How to pay</legend>
<ul class="plain">
${offered.map(way)}
</ul>
${renderFieldProblem("variant", problems.variant)}
</fieldset>`;
}

/** Renders the option for a window. It needs scripts. */
export function renderPopupOption(plan: PlanNameAndDescription | undefined): Html | undefined {
  if (plan !== undefined) return undefined;
  return html`<div class="way" data-with-script hidden>
<input type="checkbox" id="window" name="window" value="own">
<label for="window">Open the payment page in a window of its own</label>
</div>`;
}

function toSubscriptionMethod({ name, description }: PlanNameAndDescription) {
  return ["subscription", name, `${description}. The first time is paid now, by card.`] as const;
}

function renderApmMethodField(typed: FieldTexts, problems: FieldTexts): Html {
  const option = ([id, name]: [string, string]) =>
    html`<option value="${id}" ${id === typed.method && "selected"}>${name}</option>`;
  return html`<div class="field">
<label for="method">With</label>
<select id="method" name="method" ${renderInvalidFieldAttributes("method", problems.method)}>
<option value="">I choose on the next page</option>
${Object.entries(apmMethodNames).map(option)}
</select>
${renderFieldProblem("method", problems.method)}
</div>`;
}
