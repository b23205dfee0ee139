import { Injectable } from "@nestjs/common";
import type { Sale } from "@pay-index/core";
import type { CardDetails } from "@pay-index/core/protocol";
import type { HttpRequest } from "@pay-index/server";
import { Order, RequestContext, RequestContextService, TransactionalConnection } from "@vendure/core";
import type { VendureRequest } from "./background-request.ts";
import { Checkout } from "./checkout.ts";
import { tenantOf } from "./checkout-snapshot.ts";
import { findChannels } from "./find-channels.ts";
import { PayableOrders } from "./payable-orders.ts";
import { takesCard } from "./sold-variants.ts";

interface CardSubmission {
  /** After `card`: tenant, order code, payment method, language. */
  readonly path: readonly string[];
  readonly request: HttpRequest;
  readonly card: CardDetails;
}

interface BuyerRequest extends Pick<CardSubmission, "request"> {
  readonly tenant: string;
  readonly language: string;
}

/** What is paid by the card that a buyer sends to this server: the order, as Vendure has it by then. */
@Injectable()
export class CardSaleBuilder {
  constructor(
    private readonly connection: TransactionalConnection,
    private readonly contexts: RequestContextService,
    private readonly checkout: Checkout,
    private readonly payable: PayableOrders,
  ) {}

  /** Undefined: there is nothing that this address could pay. */
  async sale({ path, request, card }: CardSubmission): Promise<Sale | undefined> {
    const [tenant = "", code = "", method = "", language = ""] = path;
    const ctx = await this.context({ tenant, language, request });
    const order = ctx && (await this.order(ctx, code));
    if (ctx === undefined || order === undefined) return undefined;
    const wish = await this.checkout.wish(ctx, order, { method });
    if ("errorCode" in wish || !takesCard(wish.variant)) return undefined;
    const plan = this.checkout.plan(order, wish);
    if (plan !== undefined && "errorCode" in plan) return undefined;
    const draft = await this.checkout.sale(ctx, order, wish);
    if ("errorCode" in draft) return undefined;
    if (wish.variant === "card") return { ...draft, card } as Sale;
    return { ...draft, card, plan } as Sale;
  }

  private async order(ctx: RequestContext, code: string): Promise<Order | undefined> {
    const row = await this.connection.getRepository(ctx, Order).findOne({ where: { code } });
    const order = row === null ? undefined : await this.payable.find(ctx, row.id);
    return order?.state === "ArrangingPayment" ? order : undefined;
  }

  private async context({ tenant, language, request }: BuyerRequest): Promise<RequestContext | undefined> {
    const channels = await findChannels(this.connection);
    const channel = channels.find((each) => tenantOf(each) === tenant);
    if (channel === undefined) return undefined;
    const languageCode = channel.availableLanguageCodes?.find((each) => each === language);
    return this.contexts.create({
      // Vendure is built on Express: its requests are Express's.
      req: request as unknown as VendureRequest,
      apiType: "shop",
      channelOrToken: channel,
      languageCode: languageCode ?? channel.defaultLanguageCode,
    });
  }
}
