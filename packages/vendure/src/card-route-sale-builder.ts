import { Injectable } from "@nestjs/common";
import type { Gateway, Sale } from "@pay-index/core";
import { isDirectCardVariant } from "@pay-index/core/adapter";
import type { CardSaleSource, ServerRequest } from "@pay-index/server";
import { Order, RequestContext, RequestContextService, TransactionalConnection } from "@vendure/core";
import type { VendureRequest } from "./background-http-request.ts";
import { CheckoutOrderReader, type PayableOrder } from "./checkout-order-reader.ts";
import { paymentKeyOfOrder, tenantOfChannel } from "./checkout-snapshot.ts";
import { findChannelsWithZones } from "./find-channels-with-zones.ts";
import { OrderSaleConverter } from "./order-sale-converter.ts";

/**
 * Builds the sales of the card route `card/<tenant>/<order code>/<payment method>/<language>`: from the order as it is
 * when the card arrives.
 */
@Injectable()
export class CardRouteSaleBuilder implements CardSaleSource {
  readonly parts = 4;

  constructor(
    private readonly connection: TransactionalConnection,
    private readonly contexts: RequestContextService,
    private readonly checkout: OrderSaleConverter,
    private readonly payable: CheckoutOrderReader,
  ) {}

  paymentOf([merchantTenant = "", code = ""]: readonly string[]) {
    return { ...paymentKeyOfOrder({ code }), merchantTenant };
  }

  /** Returns undefined if the address cannot be paid. */
  async sale(posted: Parameters<CardSaleSource["sale"]>[0]): Promise<Sale | undefined> {
    const { path, request, card, gateway } = posted;
    const [tenant = "", code = "", method = "", language = ""] = path;
    const ctx = await this.context(request, tenant, language);
    const found = ctx && (await this.order(ctx, code, gateway));
    if (ctx === undefined || found === undefined) return undefined;
    const { order, part } = found;
    const selection = await this.checkout.select(ctx, order, { method });
    if ("errorCode" in selection || !isDirectCardVariant(selection.variant)) return undefined;
    const plan = this.checkout.plan(order, selection);
    if (plan !== undefined && "errorCode" in plan) return undefined;
    const draft = await this.checkout.sale(ctx, order, { ...selection, part });
    if ("errorCode" in draft) return undefined;
    if (selection.variant === "card") return { ...draft, card } as Sale;
    return { ...draft, card, plan } as Sale;
  }

  private async order(
    ctx: RequestContext,
    code: string,
    gateway: Gateway,
  ): Promise<PayableOrder | undefined> {
    const row = await this.connection.getRepository(ctx, Order).findOne({ where: { code } });
    return row === null ? undefined : this.payable.findPayable(ctx, row.id, gateway);
  }

  private async context(request: ServerRequest, tenant: string, language: string) {
    const channels = await findChannelsWithZones(this.connection);
    const channel = channels.find((each) => tenantOfChannel(each) === tenant);
    if (channel === undefined) return undefined;
    const languageCode = channel.availableLanguageCodes?.find((each) => each === language);
    return this.contexts.create({
      // Vendure uses Express, so its requests are those of Express.
      req: request.hostRequest as VendureRequest,
      apiType: "shop",
      channelOrToken: channel,
      languageCode: languageCode ?? channel.defaultLanguageCode,
    });
  }
}
