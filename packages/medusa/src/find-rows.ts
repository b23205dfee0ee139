import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";

/** A container from which modules and the plugin's service are resolved: that of a request, a job or the process. */
export type Container = Pick<MedusaContainer, "resolve">;

/** The input of Medusa's `query.graph`. */
interface RowQuery {
  readonly entity: string;
  readonly fields: readonly string[];
  readonly filters?: Readonly<Record<string, unknown>>;
  readonly context?: object;
  readonly pagination?: object;
}

/**
 * Reads rows with Medusa's query, whose types know neither the plugin's links nor most of the fields. A filter with an
 * empty list finds nothing: Medusa reads it as no filter, and would return every row.
 */
export async function findRows<Row>(container: Container, query: RowQuery): Promise<Row[]> {
  if (Object.values(query.filters ?? {}).some((value) => Array.isArray(value) && value.length === 0))
    return [];
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph(query as never);
  return data as unknown as Row[];
}

/** Reads one row like `findRows`. Undefined if there is none. */
export async function findRow<Row>(container: Container, query: RowQuery): Promise<Row | undefined> {
  return (await findRows<Row>(container, query))[0];
}
