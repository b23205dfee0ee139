import type { OperationName } from "../../packages/core/src/protocol/operations/operation-paths-and-fields.ts";
import type { Variant } from "../../packages/core/src/protocol/sale/sale.ts";
import type { SaleSettings } from "../../packages/core/src/protocol/sale/sale-form.ts";
import type { SignRule } from "../../packages/core/src/protocol/signature/notification-sign.ts";

/** One rule of docs/reference/protocol.md with what it lets through and what it does not. Data only: bench.ts knows how to try it. */
export interface Rule {
  readonly id: string;
  readonly source: "SPEC" | "ours";
  /** Of SPEC; empty where SPEC says nothing. */
  readonly section: string;
  readonly accepted: Examples;
  readonly refused: Examples;
}

export type Examples = readonly Example[];

export type Example =
  | SaleExample
  | DraftExample
  | FormExample
  | OptionsExample
  | RequestSignExample
  | AnswerExample
  | ReturnExample
  | PaymentExample
  | NotificationSignExample
  | AmountExample
  | RoundedExample
  | EmittedExample
  | OperationFormExample
  | OperationOptionsExample
  | OperationReplyExample
  | DisputeExample
  | AppExample
  | AppReturnExample;

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

/** A form that core built, changed and signed again, before the sandbox. */
export interface FormExample {
  readonly form: Variant;
  /** null takes out. */
  readonly set?: Readonly<Record<string, string | null>>;
  /** Instead of a right signature; null sends none. */
  readonly sign?: string | null;
  /** Appended to the body as it stands. */
  readonly more?: string;
  readonly contentType?: string;
  readonly path?: string;
  readonly method?: string;
  /** The answer's status when it is taken. */
  readonly status?: number;
  /** Part of the answer's msg when it is refused. */
  readonly says?: string;
}

/** A merchant's settings. Core takes them or names these problems. */
export interface OptionsExample {
  readonly options: Readonly<Record<string, unknown>>;
  readonly problems?: readonly string[];
}

/** A vector of vectors.ts by its title: core makes and the sandbox takes this sign, or neither does once it is changed. */
export interface RequestSignExample {
  readonly vector: string;
  readonly change?: Readonly<Record<string, string>>;
  readonly sign?: string;
}

/** The same for a notification, which core verifies. */
export interface NotificationSignExample {
  readonly notified: string;
  readonly change?: Readonly<Record<string, string>>;
  readonly sign?: string;
  readonly rules?: readonly SignRule[];
}

/** A gateway's answer to a submission, and what core makes of it. */
export interface AnswerExample {
  readonly answer: string;
  readonly means: Readonly<Record<string, unknown>>;
}

/** What a browser brings back, and what core makes of it. */
export interface ReturnExample {
  readonly back: Readonly<Record<string, unknown>>;
  readonly hint: string;
}

/** Text from the wire, and what it is worth in minor units; null: no amount of this currency. */
export interface AmountExample {
  readonly amount: string;
  readonly currency: string;
  readonly minor: number | null;
}

/** An amount of the shop as decimal text, and the minor units that it is rounded to; null: no amount. */
export interface RoundedExample {
  readonly calculated: string;
  readonly currency: string;
  readonly minor: number | null;
  readonly difference?: string;
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
      /** The host hands in fields that a body parser made, instead of bytes. */
      readonly parsedByHost?: true;
      /** The sender's address is one that the shop does not permit. */
      readonly fromStranger?: true;
    }
  /** A body as it stands; ORDER stands for the gateway order ID. */
  | { readonly body: string; readonly contentType?: string; readonly of?: number }
  | { readonly parsed: unknown }
  | { readonly address: "other token" | "other order" | "return token" }
  /** Staff ask the gateway, which answers with these fields from now on; "" breaks the connection. */
  | { readonly query: QueryFields }
  /** A message of the dispute webhook: a chargeback with these fields instead, signed anew unless `sign` is given. */
  | { readonly dispute: Readonly<Record<string, string>>; readonly sign?: string }
  /** From now on, the gateway answers queries so. Nobody asks yet. */
  | { readonly answersQueries: QueryFields }
  /** The buyer asks to cancel the subscription, and the gateway answers with these fields from now on; "" breaks the connection. */
  | { readonly cancel: QueryFields }
  /** From now on, the gateway answers cancellations so. */
  | { readonly answersCancellations: QueryFields }
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
  /** What each start came to, with "again" where nothing was sent. */
  readonly starts: readonly string[];
  /** Minor units of the placed order that were given back, as they are recorded. */
  readonly refunded: number;
  /** The states of the refunds through the gateway: those that the shop asked for, then those made at the gateway. */
  readonly refunds: readonly string[];
  /** The billing and the shipping telephone of the last sale as they were sent; "" if one was not. */
  readonly telephones: readonly string[];
  readonly warnings: readonly string[];
  readonly facts: number;
  /** What the buyer's browser reported, in its order. */
  readonly hints: readonly string[];
}

/** A sale of the sandbox that is paid there, and the notification it sends. */
export interface EmittedExample {
  readonly emitted: "card" | "subscription";
  readonly card: "success" | "failed";
  readonly plan?: Readonly<Record<string, unknown>>;
  /** null: not sent. A pattern where it differs each time. */
  readonly fields: Readonly<Record<string, string | RegExp | null>>;
}

/** What a call is about, besides merchant and order. Amounts in minor units. */
export interface OperationFields {
  readonly transactionId?: string;
  readonly refundId?: string;
  readonly paid?: number;
  readonly amount?: number;
  readonly currency?: string;
  readonly reason?: string;
}

/** A call that is not in SPEC, and the form that core builds or the error that it throws. */
export interface OperationFormExample {
  readonly operation: OperationName;
  readonly with?: OperationFields;
  readonly signedFields?: readonly string[];
  readonly sends?: Readonly<Record<string, string>>;
  readonly error?: string;
  readonly problems?: never;
}

/** What a shop sets for a call, and the paths of the problems. */
export interface OperationOptionsExample {
  readonly operation: OperationName;
  readonly path?: string;
  readonly signedFields?: readonly string[];
  readonly problems?: readonly string[];
}

/** The body of a gateway's reply to a call, and what core makes of it. */
export interface OperationReplyExample {
  readonly operation: OperationName;
  readonly reply: string;
  readonly means: Readonly<Record<string, unknown>>;
}

/** The body of a message of the dispute webhook, and what core makes of it or how core refuses it. */
export interface DisputeExample {
  readonly dispute: string;
  readonly means?: Readonly<Record<string, unknown>>;
  readonly refusal?: string;
}

/** How a payment page ended in an app, and what the app is told. */
export interface AppExample {
  /** The address that the buyer came back to, or what became of the page. */
  readonly app: string;
  /** The payment page; a right address by default. */
  readonly url?: string;
  /** The state that the shop answers with; null: it answers nothing. Without it nobody is asked. */
  readonly shop?: string | null;
  readonly cancelStatus?: boolean;
  readonly result: Readonly<Record<string, unknown>>;
}

/** An address that an app was brought to, and the return address that it waits for. */
export interface AppReturnExample {
  readonly back: string;
  readonly to: string;
}

interface Body {
  readonly accepted: Examples;
  readonly refused: Examples;
}

export const specRule = (id: string, section: string, body: Body): Rule => ({
  id,
  source: "SPEC",
  section,
  ...body,
});
export const ownRule = (id: string, body: Body): Rule => ({ id, source: "ours", section: "", ...body });
