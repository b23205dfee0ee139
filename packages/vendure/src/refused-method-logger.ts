import { Inject, Injectable } from "@nestjs/common";
import { findUnservedVariantReason, maskText, toEventError } from "@pay-index/core/adapter";
import { EventLimiter } from "@pay-index/server";
import { idsAreEqual, type PaymentMethod, type RequestContext, TransactionalConnection } from "@vendure/core";
import { tenantOfChannel } from "./checkout-snapshot.ts";
import {
  findAllPaymentMethods,
  isPayIndexMethod,
  missingVariantText,
  paymentVariantOf,
} from "./configured-payment-methods.ts";
import { findUnavailablePaymentVariantReason } from "./find-unavailable-payment-variant-reason.ts";
import { logLine } from "./log-event.ts";
import { type CheckedOptions, pluginOptionsToken } from "./options.ts";
import { IneligiblePaymentMethodError, type StartPaymentError } from "./start-payment-errors.ts";

const methodErrors: ReadonlySet<StartPaymentError["errorCode"]> = new Set([
  "PAY_INDEX_METHOD_ERROR",
  "PAY_INDEX_NOT_OFFERED_ERROR",
  "INELIGIBLE_PAYMENT_METHOD_ERROR",
]);

/** Logs why a payment method was refused, and what to do. The buyer reads only that it cannot be used. */
@Injectable()
export class RefusedMethodLogger {
  readonly #limit = new EventLimiter();

  constructor(
    @Inject(pluginOptionsToken) private readonly options: CheckedOptions,
    private readonly connection: TransactionalConnection,
  ) {}

  /**
   * Logs the error if it is about the method. Logs ten lines a minute for each kind of error, because buyers can cause
   * any number.
   *
   * @param code the method's code, as the buyer sent it
   */
  async report(ctx: RequestContext, code: string, error: StartPaymentError): Promise<void> {
    if (!methodErrors.has(error.errorCode)) return;
    const suppressed = this.#limit.pass(error.errorCode);
    if (suppressed === undefined) return;
    const why = await this.reason(ctx, code, error).catch((cause: unknown) => toEventError(cause).message);
    const others = suppressed === 0 ? "" : ` ${suppressed} more since the last line like this.`;
    const line = `method_refused: A buyer could not pay by ${quoted(code)}: ${why}${others}`;
    logLine("warn", line);
  }

  private async reason(ctx: RequestContext, code: string, error: StartPaymentError): Promise<string> {
    if (error instanceof IneligiblePaymentMethodError) return ineligible(error);
    const all = await findAllPaymentMethods(this.connection, ctx);
    const here = all.filter(({ channels }) => channels.some(({ id }) => idsAreEqual(id, ctx.channelId)));
    const named = all.filter((method) => method.code === code);
    const found = here.find((method) => method.code === code && method.enabled);
    if (code === "") return `The code is empty. ${this.usableCodes(ctx, here)}`;
    if (named.length === 0) return `No payment method has this code. ${this.usableCodes(ctx, here)}`;
    const channel = `the channel "${ctx.channel.code}"`;
    if (!here.some((method) => method.code === code))
      return `The payment method is not in ${channel}. Assign it to the channel at Settings → Payment methods.`;
    if (found === undefined)
      return "The payment method is disabled. Switch Enabled on at Settings → Payment methods.";
    return this.ofMethod(ctx, found);
  }

  private ofMethod(ctx: RequestContext, method: PaymentMethod): string {
    if (!isPayIndexMethod(method))
      return `Its handler is "${method.handler.code}". Pay by it with addPaymentToOrder, or choose the handler "pay_index gateway".`;
    const variant = paymentVariantOf(method);
    if (variant === undefined) return missingVariantText(method);
    const unavailable = findUnavailablePaymentVariantReason(this.options.core, variant, [
      tenantOfChannel(ctx.channel),
    ]);
    return unavailable ?? "It is for subscriptions, and the order has no product with a plan.";
  }

  private usableCodes(ctx: RequestContext, methods: readonly PaymentMethod[]): string {
    const isUsable = (method: PaymentMethod) => {
      const variant = isPayIndexMethod(method) && method.enabled ? paymentVariantOf(method) : undefined;
      return (
        variant !== undefined &&
        findUnservedVariantReason(this.options.core, variant, [tenantOfChannel(ctx.channel)]) === undefined
      );
    };
    const usable = methods.filter(isUsable).map(({ code }) => code);
    if (usable.includes("")) return "Enter a code for the method at Settings → Payment methods.";
    const codes = usable.map(quoted);
    if (codes.length === 0) return "Create a payment method at Settings → Payment methods.";
    return `Pass the code of a payment method of this channel: ${codes.join(", ")}.`;
  }
}

function ineligible({ eligibilityCheckerMessage }: IneligiblePaymentMethodError): string {
  const reason =
    eligibilityCheckerMessage === undefined ? "" : ` It says: ${maskText(eligibilityCheckerMessage)}`;
  return `The method's eligibility checker refuses the order.${reason}`;
}

/** Shortens and quotes the code: anybody can send any text. */
function quoted(code: string): string {
  return JSON.stringify(maskText(code).slice(0, 100));
}
