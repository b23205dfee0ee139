import type { Variant } from "../../packages/core/src/protocol/sale/sale.ts";
import type { SaleSettings } from "../../packages/core/src/protocol/sale/sale-form.ts";

/** One rule of docs/reference/protocol.md with what it lets through and what it does not. Data only: rules.test.ts tries it. */
export interface Rule {
  readonly id: string;
  readonly accepted: readonly Example[];
  readonly refused: readonly Example[];
}

export type Example = SaleExample | DraftExample | PaymentExample;

/** A sale in a shop's words. Core takes it, builds this form, and the sandbox takes that; or core names these problems. */
export interface SaleExample {
  readonly sale: Variant;
  /** Changes by path; undefined takes out. */
  readonly with?: Readonly<Record<string, unknown>>;
  readonly settings?: Partial<SaleSettings>;
  /** What the form must hold; null: it must not have the field. */
  readonly form?: Readonly<Record<string, string | null>>;
  readonly problems?: readonly string[];
  readonly warnings?: readonly string[];
}

/** The lines of a shop's cart, and the items that a sale of them has. The amount is 1999 by default. */
export interface DraftExample {
  readonly draft: readonly {
    readonly name: string;
    readonly quantity: number;
    readonly total: number;
    readonly image?: string;
  }[];
  readonly amount?: number;
  /** What the shop's own function does with an item. */
  readonly change?: "rename" | "throw";
  readonly names?: readonly string[];
  readonly prices?: readonly number[];
  readonly images?: readonly (string | undefined)[];
  readonly warnings?: readonly string[];
}

/** The story of one reference in core, from its first sale. */
export interface PaymentExample {
  readonly life: Variant;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** The gateway's answer to each submission; "" breaks the connection. By default a redirect. */
  readonly answer?: string;
  readonly steps: readonly Step[];
  readonly gives: Readonly<Partial<Outcome>>;
}

export type QueryFields = Readonly<Record<string, string>> | "";

export type Step =
  /** Signed anew, as `received`; null takes out. `of`: which submission, the last by default. */
  | {
      readonly notify: Readonly<Record<string, string | null>>;
      readonly of?: number;
      readonly sign?: string;
      /** Added after signing. */
      readonly unsigned?: Readonly<Record<string, string>>;
    }
  /** A body as it stands; ORDER stands for the gateway order ID. */
  | { readonly body: string; readonly contentType?: string; readonly of?: number }
  | { readonly address: "other token" }
  /** Staff ask the gateway, which answers with these fields from now on; "" breaks the connection. */
  | { readonly query: QueryFields }
  /** A message of the dispute webhook: a chargeback with these fields instead, signed anew unless `sign` is given. */
  | { readonly dispute: Readonly<Record<string, string>>; readonly sign?: string }
  /** From now on, the gateway answers queries so. Nobody asks yet. */
  | { readonly answersQueries: QueryFields }
  /** Staff refund this many minor units through the gateway. Nothing is sent for a refund that core refuses. */
  | { readonly refund: number; readonly key?: string }
  /** From now on, the gateway answers refunds and refund queries so, and accepts or names R-1 otherwise; "" breaks the connection. */
  | { readonly answersRefunds: QueryFields }
  | { readonly answersRefundQueries: QueryFields }
  /** `item`: the kind of the review item that the decision names. */
  | {
      readonly resolve: "accept" | "dismiss" | "record-refund";
      readonly item?: string;
      readonly refund?: Refund;
    }
  | { readonly pass: number }
  /** What the order costs from now on; null: it is gone. */
  | { readonly due: { readonly minor: number; readonly currency: string } | null }
  | { readonly start: Variant; readonly with?: Readonly<Record<string, unknown>> }
  | { readonly back: string }
  | { readonly sweep: true };

interface Refund {
  readonly minor: number;
  readonly reference: string;
}

export interface Outcome {
  /** Status and body of each reply. */
  readonly replies: readonly string[];
  readonly state: string;
  readonly states: readonly string[];
  readonly items: readonly string[];
  /** How often the shop was told "paid" for the first time. */
  readonly applied: number;
  /** What the shop heard of its subscription's later cycles, in order: cycle 2, closed, missed 3. */
  readonly reports: readonly string[];
  readonly submissions: number;
  /** Minor units of the placed order that were given back, as they are recorded. */
  readonly refunded: number;
  /** The states of the refunds through the gateway: those that the shop asked for, then those made at the gateway. */
  readonly refunds: readonly string[];
  readonly facts: number;
}

export const rule = (id: string, examples: Partial<Omit<Rule, "id">>): Rule => ({
  id,
  accepted: [],
  refused: [],
  ...examples,
});
