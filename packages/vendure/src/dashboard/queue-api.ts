import { api } from "@vendure/dashboard";
import {
  type Decision,
  type Item,
  itemFields,
  type Kind,
  type Order,
  orderFields,
  type RetryShown,
} from "./admin-api.ts";

/*
 * What the page of the queue asks of the plugin's Admin API.
 */

export interface QueueItem {
  readonly item: Item;
  readonly orderCode: string;
  readonly orderId: string | null;
  /** What the item is about, in Vendure's integers. */
  readonly amount: number | null;
  readonly currencyCode: string | null;
  readonly order: Order | null;
}

export interface Queue {
  readonly items: readonly QueueItem[];
  readonly totalItems: number;
  readonly counts: readonly { readonly kind: Kind; readonly count: number }[];
}

export interface QueueOptions {
  readonly kind: Kind | undefined;
  readonly search: string;
  readonly skip: number;
  readonly take: number;
}

export async function queue(options: QueueOptions): Promise<Queue> {
  const query = `query PayIndexItems($options: PayIndexItemListOptions) { payIndexItems(options: $options) {
    items { item { ${itemFields} } orderCode orderId amount currencyCode ${orderFields} } totalItems counts { kind count } } }`;
  return (await api.query<{ payIndexItems: Queue }>(query, { options })).payIndexItems;
}

/** How many review items wait for a person. */
export async function waiting(): Promise<number> {
  const query = "query PayIndexWaiting { payIndexItems(options: { take: 0 }) { totalItems } }";
  return (await api.query<{ payIndexItems: Queue }>(query, {})).payIndexItems.totalItems;
}

/** What became of one of several items. */
export interface Outcome {
  readonly id: string;
  readonly isOpen: boolean;
  readonly problem: string | null;
}

export async function decideItems(input: {
  ids: readonly string[];
  action: Exclude<Decision, "REFUNDED">;
  note: string;
}): Promise<readonly Outcome[]> {
  const mutation = `mutation PayIndexDecideItems($input: DecidePayIndexItemsInput!) {
    decidePayIndexItems(input: $input) { id problem } }`;
  const answer = (await api.mutate(mutation, { input })) as {
    decidePayIndexItems: Omit<Outcome, "isOpen">[];
  };
  return answer.decidePayIndexItems.map((each) => ({ ...each, isOpen: each.problem !== null }));
}

export async function workItems(ids: readonly string[]): Promise<readonly (RetryShown & { id: string })[]> {
  const mutation = `mutation PayIndexWorkItems($ids: [String!]!) {
    workPayIndexItems(ids: $ids) { id outcome problem } }`;
  return ((await api.mutate(mutation, { ids })) as { workPayIndexItems: (RetryShown & { id: string })[] })
    .workPayIndexItems;
}
