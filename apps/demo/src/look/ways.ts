import { complaint, marks } from "./field.ts";
import { type Html, html } from "./html.ts";

/** The ways to pay once, in the order of how little a buyer has to think about them. */
const ways = [
  ["hosted", "On the payment page", "You type your card on the gateway's page. This shop never sees it."],
  ["card", "By card, here", "You type your card in this shop. Your bank may ask you to confirm."],
  ["link", "By payment link", "You get an invoice with its own address, and pay it there."],
  ["apm", "Wallet or bank", "Alipay, iDEAL and others. You confirm it with them."],
] as const;

export const methods: Readonly<Record<string, string>> = {
  alipay: "Alipay",
  wechat: "WeChat Pay",
  paypal: "PayPal",
  ideal: "iDEAL",
  cashapp: "Cash App Pay",
};

type Named = Readonly<Record<string, string>>;

/** What a cart is charged by, again and again. */
export interface ShownPlan {
  readonly name: string;
  readonly description: string;
}

/** How to pay: the fields `variant` and `method`, with what was typed before and what was wrong with it. A plan has one way. */
export function wayFields(typed: Named, problems: Named, plan: ShownPlan | undefined): Html {
  const offered = plan === undefined ? ways : [subscription(plan)];
  const wished = offered.find(([variant]) => variant === typed.variant) ?? offered[0];
  const chosen = wished?.[0];
  const way = ([variant, name, words]: (typeof offered)[number]) => html`<li class="way">
<input type="radio" id="way-${variant}" name="variant" value="${variant}" ${variant === chosen && "checked"}>
<label for="way-${variant}">${name}<span class="quiet">${words}</span></label>
${variant === "apm" && methodField(typed, problems)}
</li>`;
  return html`<fieldset class="sheet">
<legend>How to pay</legend>
<ul class="plain">
${offered.map(way)}
</ul>
${complaint("variant", problems.variant)}
</fieldset>`;
}

/** For whoever has scripts: without them there is no window that this page could follow. */
export function ownWindow(plan: ShownPlan | undefined): Html | undefined {
  if (plan !== undefined) return undefined;
  return html`<div class="way" data-with-script hidden>
<input type="checkbox" id="window" name="window" value="own">
<label for="window">Open the payment page in a window of its own</label>
</div>`;
}

function subscription({ name, description }: ShownPlan) {
  return ["subscription", name, `${description}. The first time is paid now, by card.`] as const;
}

function methodField(typed: Named, problems: Named): Html {
  const option = ([id, name]: [string, string]) =>
    html`<option value="${id}" ${id === typed.method && "selected"}>${name}</option>`;
  return html`<div class="field">
<label for="method">With</label>
<select id="method" name="method" ${marks("method", problems.method)}>
<option value="">I choose on the next page</option>
${Object.entries(methods).map(option)}
</select>
${complaint("method", problems.method)}
</div>`;
}
