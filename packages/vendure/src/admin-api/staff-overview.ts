import { Injectable } from "@nestjs/common";
import { type AttemptGroup, type GatewayHealth, toAmountText } from "@pay-index/core";
import { type RequestContext, TransactionalConnection } from "@vendure/core";
import { tenantOf } from "../checkout-snapshot.ts";
import { findChannels } from "../find-channels.ts";
import { PayIndexService } from "../pay-index-service.ts";
import { rethrowAsUserInputError } from "./operator-lookup.ts";
import { OrderSummaries } from "./order-summaries.ts";
import { fromEnum, toEnum } from "./views.ts";

export interface AttemptListOptions {
  readonly group?: string | null;
  readonly search?: string | null;
  readonly take?: number | null;
  readonly after?: string | null;
}

export type AttemptPageView = Awaited<ReturnType<StaffOverview["attempts"]>>;
export type HealthView = Awaited<ReturnType<StaffOverview["health"]>>;

/** The attempts of all orders, and the health of the gateway. A channel sees what its own merchants charge. */
@Injectable()
export class StaffOverview {
  constructor(
    private readonly orders: OrderSummaries,
    private readonly connection: TransactionalConnection,
    private readonly payIndex: PayIndexService,
  ) {}

  /** @throws UserInputError for a list that core refuses */
  async attempts(ctx: RequestContext, { group, search, take, after }: AttemptListOptions) {
    const tenant = tenantOf(ctx.channel);
    const page = await rethrowAsUserInputError(
      this.payIndex.gateway.attempts({
        ...(group ? { group: fromEnum<AttemptGroup>(group) } : {}),
        ...(search ? { text: search, references: await this.orders.searchByEmail(ctx, search) } : {}),
        ...(tenant === "default" ? {} : { tenants: [tenant] }),
        ...(typeof take === "number" ? { limit: take } : {}),
        ...(after ? { after } : {}),
      }),
    );
    const orders = await this.orders.of(
      ctx,
      page.attempts.map(({ reference }) => reference),
    );
    const channels = await findChannels(this.connection);
    const channelCodes = new Map(channels.map((channel) => [tenantOf(channel), channel.code]));
    const items = page.attempts.map(({ reference, merchantTenant, chargedAmount, state, ...attempt }) => ({
      ...attempt,
      orderCode: reference,
      orderId: orders.get(reference)?.id,
      channelCode: channelCodes.get(merchantTenant),
      state: toEnum(state),
      amount: toAmountText(chargedAmount),
      currencyCode: chargedAmount.currency,
      order: orders.get(reference)?.summary,
    }));
    return { items, next: page.next };
  }

  /** What waits is counted for all channels, so only the default channel sees it. */
  async health(ctx: RequestContext) {
    const { problems, overdueJobs, reviewItems, ...health }: GatewayHealth =
      await this.payIndex.gateway.health();
    const isDefault = tenantOf(ctx.channel) === "default";
    return {
      ...health,
      problems: problems.map(toEnum),
      overdueJobs: isDefault ? overdueJobs : undefined,
      reviewItems: isDefault ? reviewItems : undefined,
    };
  }
}
