import { describe, expect, test } from "vitest";
import {
  type AlertState,
  alertItemOf,
  alertStateSchema,
  type GatewayProblem,
  gatewayChangesOf,
  noAlerts,
  withAlertItems,
  withGatewayChange,
  withUnsentAlert,
} from "../../src/payment/alert.ts";
import type { ReviewItem } from "../../src/payment/review-item.ts";

const at = (seconds: number) => new Date(Date.UTC(2026, 2, 1) + seconds * 1000);
const merchant = (merchantId: string, problems: GatewayProblem[] = [], tenant = "default") => ({
  ...{ tenant, merchantId, problems },
});
const known = (...merchants: AlertState["merchants"]): AlertState => ({ ...noAlerts, merchants });

function item(number: number, more: Partial<ReviewItem> = {}): ReviewItem & { since: string } {
  return {
    ...{ id: `item-${number}`, kind: "no-result", status: "open", dedupeKey: "", attemptId: "A1" },
    ...{ tenant: "default", reference: "order-1", createdAt: at(0).toISOString() },
    ...{ problem: { code: "no_result", message: "No result." }, since: at(number).toISOString(), ...more },
  };
}

describe("changes of the gateway", () => {
  const [refused, silent] = ["notifications-refused", "no-answers"] as const;

  interface Change {
    readonly before?: GatewayProblem[];
    readonly found?: GatewayProblem[];
    readonly disproved?: GatewayProblem[];
    readonly appeared?: GatewayProblem[];
    readonly ended?: GatewayProblem[];
  }
  const both = [refused, silent];
  test.each<[string, Change]>([
    ["a new problem", { found: [refused], appeared: [refused] }],
    ["a further problem", { before: [refused], found: both, appeared: [silent] }],
    ["a known problem", { before: [refused], found: [refused] }],
    ["neither found nor disproved", { before: [refused], disproved: [silent] }],
    ["one of two disproved", { before: both, disproved: [refused] }],
    ["all disproved", { before: both, disproved: both, ended: both }],
    ["another one instead", { before: [refused], found: [silent], disproved: [refused], appeared: [silent] }],
    ["nothing known, and all disproved", { disproved: both }],
  ])("%s", (_, { before, found, disproved = [], appeared, ended }) => {
    const state = known(merchant("1", before), merchant("2", [refused]), merchant("1", [silent], "north"));
    expect(gatewayChangesOf(state, [{ ...merchant("1", found), disproved }])).toEqual([
      ...(appeared ? [{ kind: "gateway-unhealthy", merchants: [merchant("1", appeared)] }] : []),
      ...(ended ? [{ kind: "gateway-recovered", merchants: [merchant("1", ended)] }] : []),
    ]);
  });

  test("until an alert is sent, it counts each change, names each merchant once, and keeps its beginning", () => {
    const unhealthy = (...merchants: AlertState["merchants"]) => ({
      ...{ kind: "gateway-unhealthy" as const, merchants },
    });
    const change = (state: AlertState, seconds: number, what: Parameters<typeof withGatewayChange>[1]) =>
      withGatewayChange(state, what, { id: `alert-${seconds}`, now: at(seconds) });
    let state = change(noAlerts, 1, unhealthy(merchant("1", [refused]), merchant("2", [refused])));
    state = change(state, 2, unhealthy(merchant("1", [silent, refused])));
    const merchants = [merchant("1", [refused, silent]), merchant("2", [refused])];
    const alert = { kind: "gateway-unhealthy", id: "alert-2", count: 3, since: at(1).toISOString() };
    expect(state.merchants).toEqual(merchants);
    expect(state.unsent).toEqual([{ alert: { ...alert, merchants }, tries: 0, dueAt: at(1).toISOString() }]);
    state = change(state, 3, { kind: "gateway-recovered", merchants: [merchant("1", [refused, silent])] });
    expect(state.merchants).toEqual([merchant("2", [refused])]);
    expect(state.unsent.map((each) => each.alert)).toMatchObject([
      { kind: "gateway-unhealthy", merchants },
      { kind: "gateway-recovered", count: 1, since: at(3).toISOString(), merchants: [{ merchantId: "1" }] },
    ]);
    const many = Array.from({ length: 12 }, (_, index) => merchant(`m${index}`, [silent]));
    state = change(noAlerts, 4, unhealthy(...many));
    expect(state.unsent).toMatchObject([{ alert: { count: 12, merchants: many.slice(0, 10) } }]);
    expect(state.merchants).toEqual(many);
  });
});

describe("review items", () => {
  test("an alert names a later cycle, and no message of a problem", () => {
    const named = { id: "item-1", kind: "no-result", code: "no_result", attemptId: "A1" };
    const payment = { tenant: "default", reference: "order-1" };
    expect(alertItemOf(item(1))).toEqual({ ...named, ...payment });
    expect(alertItemOf(item(1, { cycle: 3 }))).toEqual({ ...named, ...payment, cycle: 3 });
  });

  test("until an alert is sent, it gets more items of each kind, and names the first ten", () => {
    const kind = "review-item-opened";
    const add = (state: AlertState, id: string, ...items: (ReviewItem & { since: string })[]) =>
      withAlertItems(state, items, { kind, id, now: at(99) });
    const late = add(noAlerts, "first", item(5), item(6, { kind: "paid-twice" }));
    const tried = { ...late, unsent: late.unsent.map((each) => ({ ...each, tries: 2 })) };
    const { unsent } = add(tried, "second", ...Array.from({ length: 12 }, (_, index) => item(index)));
    const items = [5, 6, 0, 1, 2, 3, 4, 5, 6, 7].map((number) => ({ id: `item-${number}` }));
    const counts = { count: 14, kinds: { "no-result": 13, "paid-twice": 1 }, since: at(0).toISOString() };
    expect(unsent).toMatchObject([
      { alert: { kind, id: "second", ...counts, items }, tries: 2, dueAt: at(99).toISOString() },
    ]);
    expect(unsent[0]?.alert).toHaveProperty("items.length", 10);
  });
});

test("a stored state is read as it was written", () => {
  const about = { id: "a", count: 1, since: at(1).toISOString() };
  const items = [alertItemOf(item(1, { cycle: 2 }))];
  const merchants = [merchant("1", ["no-notifications"])];
  const alerts = [
    { kind: "review-item-overdue", ...about, kinds: { "no-result": 1 }, items },
    { kind: "gateway-recovered", ...about, merchants },
    { kind: "digest", ...about, day: "2026-03-01", hasMore: false, merchants, items },
  ] as const;
  const state = alerts.reduce<AlertState>(
    (before, alert) => withUnsentAlert(before, { ...alert, ...about }, at(2)),
    { ...known(...merchants), healthReadAt: at(3).toISOString(), digestDay: "2026-03-01" },
  );
  expect(state.unsent).toHaveLength(3);
  expect(alertStateSchema().parse(structuredClone(state))).toEqual(state);
});
