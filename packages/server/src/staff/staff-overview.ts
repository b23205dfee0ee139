import { overviewQuerySchema, type StaffOverview } from "./overview-schemas.ts";
import type { StaffVisit } from "./staff-reads.ts";
import { readRequest } from "./staff-refusal.ts";

export async function readOverview({ gateway, member, query }: StaffVisit): Promise<StaffOverview> {
  const { days, money } = await gateway.overview({
    ...readRequest(overviewQuerySchema, query),
    tenants: member.tenants,
  });
  return {
    days: [...days],
    money: money.map(({ day, paid, currency, count }) => ({ day, paid: { amount: paid, currency }, count })),
  };
}
