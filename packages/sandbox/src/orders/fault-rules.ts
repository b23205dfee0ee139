import { SandboxError } from "../errors.ts";
import type { Fault, FaultRule, FaultScope } from "../faults/fault.ts";
import { describeFault, describeScope } from "../faults/fault-text.ts";
import { type Merchant, requireMerchant } from "../merchants.ts";
import type { Order } from "./order.ts";
import type { OrderStore } from "./order-store.ts";
import type { SqliteDataFile } from "./sqlite-data-file.ts";

interface StoredFaultRules {
  readonly last: number;
  readonly rules: readonly Omit<FaultRule, "says">[];
}

const noRules: StoredFaultRules = { last: 0, rules: [] };
const maxRules = 1000;

/** The active faults. They are stored with the orders. */
export class FaultRules {
  readonly #data: SqliteDataFile;
  readonly #orderStore: OrderStore;

  constructor(data: SqliteDataFile, orderStore: OrderStore) {
    this.#data = data;
    this.#orderStore = orderStore;
  }

  rules(): readonly FaultRule[] {
    return this.#kept().rules.map((rule) => ({
      ...rule,
      says: `${describeFault(rule.fault)} Applies to ${describeScope(rule.scope)}.`,
    }));
  }

  /**
   * Replaces the faults of a scope.
   *
   * @throws SandboxError `unknown_order`, `unknown_merchant`, or `bad_request` for more than 1000 faults
   */
  set(scope: FaultScope, faults: readonly Fault[]): void {
    this.#check(scope, faults);
    const { last, rules } = this.#kept();
    const others = rules.filter((rule) => scopeKey(rule.scope) !== scopeKey(scope));
    const added = faults.map((fault, index) => ({
      id: `F${last + index + 1}`,
      fault,
      scope,
      ...(scope.of === "next" ? { salesLeft: scope.sales } : {}),
    }));
    if (others.length + added.length > maxRules) {
      throw new SandboxError("bad_request", `there can be at most ${maxRules} faults`);
    }
    this.#keep({ last: last + added.length, rules: [...others, ...added] });
  }

  /** @throws SandboxError `unknown_fault` */
  clear(id?: string): void {
    const { last, rules } = this.#kept();
    const left = id === undefined ? [] : rules.filter((rule) => rule.id !== id);
    if (id !== undefined && left.length === rules.length) {
      throw new SandboxError("unknown_fault", `there is no fault ${id}`);
    }
    this.#keep({ last, rules: left });
  }

  /** Returns all faults of an order. */
  of(order: Order): readonly Fault[] {
    const { rules } = this.#kept();
    if (rules.length === 0) return order.faults;
    return [
      ...order.faults,
      ...rules.filter(({ scope }) => appliesTo(scope, order)).map(({ fault }) => fault),
    ];
  }

  /** Returns the group in which the order's notification swaps places. */
  swapGroup(order: Order): string {
    const own = this.#kept().rules.some(
      ({ fault, scope }) => fault.kind === "reorder" && scope.of === "order" && appliesTo(scope, order),
    );
    return own ? `order ${order.id}` : `merchant ${order.merchant.id}`;
  }

  /**
   * Returns all faults of a new sale, and those of them that stay with it. A sale uses up one of the faults for the
   * next sales.
   */
  take(merchant: Merchant): { readonly all: readonly Fault[]; readonly own: readonly Fault[] } {
    const { last, rules } = this.#kept();
    const standing = rules.filter(
      ({ scope }) => scope.of === "all" || (scope.of === "merchant" && scope.merchantId === merchant.id),
    );
    const next = rules.filter(
      ({ scope }) => scope.of === "next" && (scope.merchantId ?? merchant.id) === merchant.id,
    );
    if (next.length > 0) {
      const left = rules
        .map((rule) => (next.includes(rule) ? { ...rule, salesLeft: (rule.salesLeft ?? 1) - 1 } : rule))
        .filter((rule) => rule.salesLeft !== 0);
      this.#keep({ last, rules: left });
    }
    const own = next.map(({ fault }) => fault);
    return { all: [...own, ...standing.map(({ fault }) => fault)], own };
  }

  #check(scope: FaultScope, faults: readonly Fault[]): void {
    if ("merchantId" in scope && scope.merchantId !== undefined) requireMerchant(scope.merchantId);
    if (scope.of === "order") this.#known(scope.orderId, scope.merchantId);
    for (const fault of faults) {
      if (fault.kind === "other_order" && fault.orderId !== undefined) this.#known(fault.orderId);
    }
  }

  #known(orderId: string, merchantId?: string): void {
    if (this.#orderStore.find(orderId, merchantId)) return;
    throw new SandboxError("unknown_order", `there is no order ${orderId} to which a fault can apply`);
  }

  // Read each time, so that a rolled back change has no effect.
  #kept(): StoredFaultRules {
    return this.#data.setting<StoredFaultRules>("faults") ?? noRules;
  }

  #keep(kept: StoredFaultRules): void {
    this.#data.keep("faults", kept);
  }
}

function appliesTo(scope: FaultScope, order: Order): boolean {
  switch (scope.of) {
    case "order":
      return scope.orderId === order.orderId && (scope.merchantId ?? order.merchant.id) === order.merchant.id;
    case "merchant":
      return scope.merchantId === order.merchant.id;
    case "next":
      return false;
    case "all":
      return true;
  }
}

/** The number of sales is not a part of the scope. */
function scopeKey(scope: FaultScope): string {
  const merchant = "merchantId" in scope ? (scope.merchantId ?? "") : "";
  return JSON.stringify([scope.of, merchant, scope.of === "order" ? scope.orderId : ""]);
}
