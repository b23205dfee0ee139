import { type Variant, variants } from "@pay-index/core";
import { PaymentMethod, type RequestContext, type TransactionalConnection } from "@vendure/core";
import { payIndexHandler } from "./payment-method-handler.ts";

/** Reads the shop's payment methods in all channels, enabled or not. */
export function findAllPaymentMethods(connection: TransactionalConnection, ctx: RequestContext) {
  return connection.getRepository(ctx, PaymentMethod).find({ relations: { channels: true } });
}

/** Whether a method has the plugin's handler. */
export function isPayIndexMethod({ handler }: Pick<PaymentMethod, "handler">): boolean {
  return handler.code === payIndexHandler.code;
}

/** Returns the variant that staff chose for a method. Undefined if there is no such variant. */
export function paymentVariantOf(method: Pick<PaymentMethod, "handler">): Variant | undefined {
  return variants.find((each) => each === handlerArgumentOf(method, "variant"));
}

/** Returns why `variantOf` returns undefined for a method, and the solution. */
export function missingVariantText(method: Pick<PaymentMethod, "handler">): string {
  const variant = handlerArgumentOf(method, "variant");
  const why = variant ? `The variant "${variant}" does not exist.` : "It has no variant.";
  return `${why} Choose one of ${variants.join(", ")} at Settings → Payment methods.`;
}

export function handlerArgumentOf(
  { handler }: Pick<PaymentMethod, "handler">,
  name: string,
): string | undefined {
  return handler.args.find((each) => each.name === name)?.value;
}
