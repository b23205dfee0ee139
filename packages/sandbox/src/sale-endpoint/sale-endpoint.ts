import type { ServerResponse } from "node:http";
import { announce, chargeOrder } from "../buyer-checkout.ts";
import type { PlannedJob } from "../clock/job.ts";
import type { Fault } from "../faults/fault.ts";
import type { GatewayCore } from "../gateway-core.ts";
import { maskCardNumbers } from "../mask-card-numbers.ts";
import type { Merchant } from "../merchants.ts";
import type { Order } from "../orders/order.ts";
import type { ResolvedDeliveryTarget } from "../orders/resolved-delivery-target.ts";
import { firstPagePath } from "../pages/page-paths.ts";
import { behaviourOf, type GatewayBehaviour } from "../quirks/quirk.ts";
import { type CheckedSale, checkSale, type Sale } from "../sale/check-sale.ts";
import { maskFields, maskNestedTexts, readCardDigits } from "../sale/mask-fields.ts";
import { readForm } from "../sale/read-form.ts";
import { RejectedSaleError } from "../sale/rejected-sale-error.ts";
import { ownAddressProblem } from "../server/own-address-checker.ts";
import { waitWhileOpen } from "../server/wait-while-open.ts";
import type { PostedBody } from "../shop-route.ts";
import { buildMaskedSigningText } from "../signature.ts";
import { duplicateOrderText } from "./duplicate-order-text.ts";
import {
  checkSign,
  readFormOrEmpty,
  rejectionMessage,
  requireFormMerchant,
  type SaleForm,
} from "./sale-checks.ts";
import {
  cutResponse,
  type SaleResponse,
  summarizeResponse,
  toWireResponse,
  type WireResponse,
} from "./sale-response.ts";

/** A sale that keeps all rules, except that its order ID can be used. */
interface SubmittedSale {
  readonly form: SaleForm;
  readonly checked: CheckedSale;
  readonly merchant: Merchant;
  readonly target: ResolvedDeliveryTarget;
}

/** An accepted sale: its order, its message for the shop, and its faults. */
interface EnteredSale {
  readonly order: Order;
  readonly form: SaleForm;
  readonly message: PlannedJob | undefined;
  readonly faults: readonly Fault[];
}

/**
 * Returns the response to a sale: RES-STATUS, RES-URL, or RES-ERROR if it is not a sale. Checks merchant, fields, signature,
 * notify address and duplicates, in this order.
 */
export async function submitSale(
  { contentType, body, response }: PostedBody & { readonly response: ServerResponse },
  core: GatewayCore,
): Promise<WireResponse> {
  let form: SaleForm = new Map();
  try {
    form = readForm(contentType, body);
    const merchant = requireFormMerchant(form);
    const checked = checkSale(form, merchant, core.quirks.of(merchant.id).sales);
    checkSign(form, merchant);
    const target = await pin(checked.sale, core);
    const entered = enter({ form, checked, merchant, target }, core);
    return "kind" in entered ? entered : await answer(entered, response, core);
  } catch (error) {
    const message = rejectionMessage(error);
    if (message === undefined) throw error;
    return refuse(message, form, core);
  }
}

/** Returns the response to a sender who must not send sales, with the readable fields for the developer. */
export function refuseSaleSender(
  { contentType, body }: PostedBody,
  message: string,
  core: GatewayCore,
): WireResponse {
  return refuse(message, readFormOrEmpty(contentType, body), core);
}

function refuse(message: string, form: SaleForm, { refusals, log, events }: GatewayCore): WireResponse {
  const refusal = refusals.add(message, form);
  const says = `refused a sale: ${refusal.message}`;
  log(says);
  events.tell({ type: "refused", says, refusal: refusal.number });
  return toWireResponse({ status: "error", msg: message }, behaviourOf("none"), []);
}

async function pin(sale: Sale, { allowNotifyHosts, own }: GatewayCore): Promise<ResolvedDeliveryTarget> {
  const target = await own.resolveShopAddress(sale.notifyUrl, allowNotifyHosts);
  if ("refused" in target) throw new RejectedSaleError(`pay_notifyurl: ${target.refused} (REQ-NOTIFYURL)`);
  if (await own.isReturn(sale.callbackUrl)) {
    throw new RejectedSaleError(`pay_callbackurl: ${ownAddressProblem} (REQ-CALLBACKURL)`);
  }
  return target;
}

/** A sale can name the scheme of any program on the buyer's machine. */
function allowedAppScheme({ appScheme, orderId }: Sale, { allowAppSchemes, log }: GatewayCore): string {
  const [scheme = ""] = appScheme.toLowerCase().split(":", 1);
  if (scheme === "" || allowAppSchemes.includes(scheme)) return appScheme;
  log(`order ${orderId}: --allow-app-scheme does not name ${scheme}, so no app is opened`);
  return "";
}

/** Stores everything or nothing. Synchronous, because two sales could use the same order ID otherwise. */
function enter({ form, checked, merchant, target }: SubmittedSale, core: GatewayCore) {
  const { sale, strictProblems } = checked;
  const { orderStore, clock, faults, log, schedule, expireAfter } = core;
  return orderStore.atomically(() => {
    if (orderStore.has(merchant, sale.orderId)) {
      throw new RejectedSaleError(duplicateText(form, core.quirks.of(merchant.id)));
    }
    const taken = faults.take(merchant);
    if (taken.all.some((fault) => fault.kind === "lost_connection" && fault.when === "before")) {
      log(`cut the connection of a sale of merchant ${merchant.id} before it was entered`);
      return cutResponse;
    }
    const createdAt = clock.now();
    const card = readCardDigits(form);
    const kept = {
      ...sale,
      appScheme: allowedAppScheme(sale, core),
      ...maskNestedTexts({ items: sale.items, ...(sale.plan ? { plan: sale.plan } : {}) }, card),
    };
    const order = orderStore.add(kept, {
      merchant,
      notify: target,
      createdAt,
      faults: taken.own,
      strictProblems,
    });
    noteSale({ order, form, checked }, core);
    const charged = merchant.variant === "card" || merchant.variant === "subscription";
    const message = sale.card && charged ? chargeOrder(order, sale.card, core) : undefined;
    if (isWaitingForBuyer(order)) schedule.plan(order.id, createdAt + expireAfter, { kind: "expire" });
    return { order, form, message, faults: taken.all };
  });
}

/** Adds the request and its oddities to the timeline. */
function noteSale(
  { order, form, checked }: { order: Order } & Pick<SubmittedSale, "form" | "checked">,
  { orderStore }: GatewayCore,
): void {
  const { strictProblems, warnings } = checked;
  const signingText = maskCardNumbers(buildMaskedSigningText(form), readCardDigits(form));
  orderStore.note(order, { type: "submitted", fields: maskFields(form), signingText });
  for (const says of warnings) orderStore.note(order, { type: "warning", says });
  if (strictProblems.length > 0) orderStore.note(order, { type: "leniency", problems: strictProblems });
}

async function answer(
  { order, form, message, faults }: EnteredSale,
  response: ServerResponse,
  core: GatewayCore,
): Promise<WireResponse> {
  const { orderStore, clock, schedule } = core;
  const behaviour = core.quirks.of(order.merchant.id);
  const spoiling = faults.filter(changesResponse);
  for (const fault of spoiling) orderStore.noteFault(order, fault);
  const rejection = spoiling.find((fault) => fault.kind === "duplicate_rejection");
  const object = rejection
    ? { status: "error" as const, msg: duplicateText(form, behaviour, rejection.language) }
    : saleAnswer(order, core);
  const sent = toWireResponse(object, behaviour, spoiling);
  const late = spoiling.find((fault) => fault.kind === "slow_response");
  // A notification does not wait for a delayed response.
  if (late) {
    if (message && message.due <= clock.now()) void schedule.now(message);
    await waitWhileOpen(core.base, late.seconds * 1000, response);
  } else await announce(order, { message, response }, core);
  orderStore.note(order, { type: "answered", ...summarizeResponse(sent) });
  return sent;
}

function duplicateText(form: SaleForm, behaviour: GatewayBehaviour, language?: string): string {
  if (language !== undefined) return duplicateOrderText(language);
  return behaviour.duplicateText === "for_buyer"
    ? duplicateOrderText(form.get("pay_language") ?? "")
    : "pay_orderid: duplicate order ID, this merchant has used it before (REQ-ORDERID)";
}

function saleAnswer(order: Order, { url }: GatewayCore): SaleResponse {
  if (order.state === "paid") return { status: 0, msg: "transaction success" };
  if (isWaitingForBuyer(order)) return { status: 1, url: url() + firstPagePath(order) };
  return { status: 2, msg: `transaction failed: ${order.failure ?? "the attempt was abandoned"}` };
}

/** A declined charge that the gateway tries again needs no buyer. */
function isWaitingForBuyer({ state, step }: Order): boolean {
  return state === "pending" && step !== "none";
}

function changesResponse({ kind }: Fault): boolean {
  return ["slow_response", "broken_response", "lost_connection", "duplicate_rejection"].includes(kind);
}
