import { Parent, ResolveField, Resolver } from "@nestjs/graphql";
import {
  ActiveOrderService,
  Ctx,
  type ID,
  type RequestContext,
  TransactionalConnection,
} from "@vendure/core";
import { CheckoutOrderReader } from "../checkout-order-reader.ts";
import { findAllPaymentMethods, isPayIndexMethod } from "../configured-payment-methods.ts";
import { OrderSaleConverter, toPaymentSelection } from "../order-sale-converter.ts";
import { PayIndexMethodError } from "../start-payment-errors.ts";

/** An entry of Vendure's `eligiblePaymentMethods`. */
interface Quote {
  readonly id: ID;
  readonly isEligible: boolean;
  readonly eligibilityMessage?: string | null;
}

/** The message for the buyer, by id of the method. */
type Refusals = ReadonlyMap<string, string>;

/** Marks methods that `startPayIndexPayment` refuses as not eligible, so that storefronts do not offer them. */
@Resolver("PaymentMethodQuote")
export class PaymentMethodEligibilityResolver {
  readonly #refusals = new WeakMap<RequestContext, Promise<Refusals>>();

  constructor(
    private readonly activeOrders: ActiveOrderService,
    private readonly payable: CheckoutOrderReader,
    private readonly connection: TransactionalConnection,
    private readonly checkout: OrderSaleConverter,
  ) {}

  @ResolveField()
  async isEligible(@Ctx() ctx: RequestContext, @Parent() quote: Quote): Promise<boolean> {
    return quote.isEligible && (await this.refusal(ctx, quote)) === undefined;
  }

  @ResolveField()
  async eligibilityMessage(
    @Ctx() ctx: RequestContext,
    @Parent() quote: Quote,
  ): Promise<string | null | undefined> {
    return quote.isEligible ? await this.refusal(ctx, quote) : quote.eligibilityMessage;
  }

  private async refusal(ctx: RequestContext, { id }: Quote): Promise<string | undefined> {
    const refusals = this.#refusals.get(ctx) ?? this.read(ctx);
    this.#refusals.set(ctx, refusals);
    return (await refusals).get(String(id));
  }

  /** Reads the refusals once for all methods of a request. */
  private async read(ctx: RequestContext): Promise<Refusals> {
    const active = await this.activeOrders.getActiveOrder(ctx, undefined);
    const order = active && (await this.payable.find(ctx, active.id));
    if (order === undefined) return new Map();
    const ours = (await findAllPaymentMethods(this.connection, ctx)).filter(isPayIndexMethod);
    const refused = ours.flatMap((method) => {
      const wish = toPaymentSelection(method, { method: method.code });
      const error = wish === undefined ? new PayIndexMethodError() : this.checkout.refusal(ctx, order, wish);
      return error === undefined
        ? []
        : [{ id: method.id, text: ctx.translate(`errorResult.${error.message}`) }];
    });
    return new Map(refused.map(({ id, text }) => [String(id), text]));
  }
}
