import { overviewQuerySchema, type StaffOverview } from "./overview-schemas.ts";
import type { StaffVisit } from "./staff-reads.ts";
import { readRequest } from "./staff-refusal.ts";
import { toBacklogView } from "./staff-views.ts";

/** Review items belong to payments of all tenants, so people who may not see all tenants get no number of them. */
export async function readOverview({ gateway, member, query }: StaffVisit): Promise<StaffOverview> {
  const { tenants } = member;
  const { days, money, waiting } = await gateway.overview({
    ...readRequest(overviewQuerySchema, query),
    tenants,
  });
  return {
    days: [...days],
    money: money.map(({ day, paid, currency, count }) => ({ day, paid: { amount: paid, currency }, count })),
    waiting: tenants === undefined ? toBacklogView(waiting) : null,
  };
}
