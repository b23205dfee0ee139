import { Injectable } from "@nestjs/common";
import { type AttemptFilter, type AttemptGroup, type GatewayHealth, toAmountText } from "@pay-index/core";
import { type RequestContext, TransactionalConnection } from "@vendure/core";
import { tenantOfChannel } from "../checkout-snapshot.ts";
import { findChannelsWithZones } from "../find-channels-with-zones.ts";
import { PayIndexService } from "../pay-index-service.ts";
import { rethrowAsUserInputError } from "./operator-lookup.ts";
import { OrderSummaries } from "./order-summaries.ts";
import { mayChangePaymentSettings } from "./permissions.ts";
import { fromGraphqlEnum, toGraphqlEnum } from "./staff-views.ts";

export interface AttemptListOptions {
  readonly group?: string | null;
  readonly search?: string | null;
  readonly take?: number | null;
  readonly after?: string | null;
}

export type AttemptPageView = Awaited<ReturnType<StaffOverviewService["attempts"]>>;
export type HealthView = Awaited<ReturnType<StaffOverviewService["health"]>>;

/** Other texts are not searched: core refuses a long one, and Postgres refuses a NUL. One bad ID must not stop the others. */
const attemptIdPattern = /^[\dA-Z]{20}$/;

/** The attempts of all orders, and the health of the gateway. A channel sees what its own merchants charge. */
@Injectable()
export class StaffOverviewService {
  constructor(
    private readonly orders: OrderSummaries,
    private readonly connection: TransactionalConnection,
    private readonly payIndex: PayIndexService,
  ) {}

  /** @throws UserInputError for a list that core refuses */
  async attempts(ctx: RequestContext, { group, search, take, after }: AttemptListOptions) {
    const page = await rethrowAsUserInputError(
      this.payIndex.gateway.attempts({
        ...(group ? { group: fromGraphqlEnum<AttemptGroup>(group) } : {}),
        ...(search ? { text: search, references: await this.orders.searchByEmail(ctx, search) } : {}),
        ...listedTenants(ctx),
        ...(typeof take === "number" ? { limit: take } : {}),
        ...(after ? { after } : {}),
      }),
    );
    const orders = await this.orders.of(
      ctx,
      page.attempts.map(({ reference }) => reference),
    );
    const channels = await findChannelsWithZones(this.connection);
    const channelCodes = new Map(channels.map((channel) => [tenantOfChannel(channel), channel.code]));
    const items = page.attempts.map(({ reference, merchantTenant, chargedAmount, state, ...attempt }) => ({
      ...attempt,
      orderCode: reference,
      orderId: orders.get(reference)?.id,
      channelCode: channelCodes.get(merchantTenant),
      state: toGraphqlEnum(state),
      amount: toAmountText(chargedAmount),
      currencyCode: chargedAmount.currency,
      order: orders.get(reference)?.summary,
    }));
    return { items, next: page.next };
  }

  /** Returns those of the attempts that the list of the current channel contains. */
  async findListed(ctx: RequestContext, attemptIds: readonly string[]): Promise<readonly string[]> {
    const listed: string[] = [];
    for (const id of attemptIds) {
      if (!attemptIdPattern.test(id)) continue;
      const { attempts } = await this.payIndex.gateway.attempts({ text: id, ...listedTenants(ctx) });
      if (attempts.some(({ attemptId }) => attemptId === id)) listed.push(id);
    }
    return listed;
  }

  /**
   * What waits is counted for all channels, so only the default channel sees it. A channel sees the webhooks of its own merchants,
   * with their secret tokens, so only users who may change its payment methods see them.
   */
  async health(ctx: RequestContext) {
    const { problems, disputeWebhooks, notVerified, overdueJobs, reviewItems, ...health }: GatewayHealth =
      await this.payIndex.gateway.health();
    const own = tenantOfChannel(ctx.channel);
    const isDefault = own === "default";
    return {
      ...health,
      disputeWebhooks: disputeWebhooks.filter(
        ({ tenant }) => mayChangePaymentSettings(ctx) && (isDefault || tenant === own),
      ),
      problems: problems.map(toGraphqlEnum),
      notVerified: isDefault ? notVerified : undefined,
      overdueJobs: isDefault ? overdueJobs : undefined,
      reviewItems: isDefault ? reviewItems : undefined,
    };
  }
}

/** Returns which attempts a channel lists: those that its own merchants charge. The default channel lists all. */
function listedTenants({ channel }: RequestContext): Pick<AttemptFilter, "tenants"> {
  const tenant = tenantOfChannel(channel);
  return tenant === "default" ? {} : { tenants: [tenant] };
}
