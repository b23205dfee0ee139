import type { Address, Order } from "./order.ts";
import type { ShopApi } from "./shop-api.ts";

/** Vendure's refusal of a change. Undefined if it succeeded. */
export type ChangeRefusal = { readonly code: string; readonly message: string } | undefined;

interface ChangeResult {
  readonly result: { readonly errorCode?: string; readonly message?: string } | null;
}

const refusalFields = "... on ErrorResult { errorCode message }";

async function change(
  api: ShopApi,
  query: string,
  variables: Record<string, unknown>,
): Promise<ChangeRefusal> {
  const { result } = await api.ask<ChangeResult>(query, variables);
  const { errorCode, message = "" } = result ?? {};
  return errorCode === undefined ? undefined : { code: errorCode, message };
}

/** Runs changes one after another, until one is refused. */
export async function runUntilRefused(
  changes: readonly (() => Promise<ChangeRefusal>)[],
): Promise<ChangeRefusal> {
  for (const next of changes) {
    const refused = await next();
    if (refused !== undefined) return refused;
  }
  return undefined;
}

export function addItem(api: ShopApi, variant: string, quantity: number): Promise<ChangeRefusal> {
  const query = `mutation ($variant: ID!, $quantity: Int!) {
    result: addItemToOrder(productVariantId: $variant, quantity: $quantity) { ${refusalFields} }
  }`;
  return change(api, query, { variant, quantity });
}

/** A quantity of 0 removes the line. */
export function setQuantity(api: ShopApi, line: string, quantity: number): Promise<ChangeRefusal> {
  const query = `mutation ($line: ID!, $quantity: Int!) {
    result: adjustOrderLine(orderLineId: $line, quantity: $quantity) { ${refusalFields} }
  }`;
  return change(api, query, { line, quantity });
}

export interface Buyer {
  readonly firstName: string;
  readonly lastName: string;
  readonly emailAddress: string;
}

export function setBuyer(api: ShopApi, input: Buyer): Promise<ChangeRefusal> {
  const query = `mutation ($input: CreateCustomerInput!) {
    result: setCustomerForOrder(input: $input) { ${refusalFields} }
  }`;
  return change(api, query, { input });
}

/** Sets the shipping address and the billing address. */
export function setAddress(api: ShopApi, input: Address): Promise<ChangeRefusal> {
  const set = (kind: "Shipping" | "Billing") =>
    change(
      api,
      `mutation ($input: CreateAddressInput!) { result: setOrder${kind}Address(input: $input) { ${refusalFields} } }`,
      { input },
    );
  return runUntilRefused([() => set("Shipping"), () => set("Billing")]);
}

export interface ShippingMethod {
  readonly id: string;
  readonly name: string;
  readonly priceWithTax: number;
}

export async function findShippingMethods(api: ShopApi): Promise<readonly ShippingMethod[]> {
  const { methods } = await api.ask<{ methods: readonly ShippingMethod[] }>(
    "{ methods: eligibleShippingMethods { id name priceWithTax } }",
  );
  return methods;
}

export function setShippingMethod(api: ShopApi, method: string): Promise<ChangeRefusal> {
  const query = `mutation ($method: [ID!]!) {
    result: setOrderShippingMethod(shippingMethodId: $method) { ${refusalFields} }
  }`;
  return change(api, query, { method });
}

export function transitionOrder(api: ShopApi, state: Order["state"]): Promise<ChangeRefusal> {
  const query = `mutation ($state: String!) { result: transitionOrderToState(state: $state) { ${refusalFields} } }`;
  return change(api, query, { state });
}

/** Returns an order to the state of a cart, because only carts can be changed. */
export async function returnToCart(api: ShopApi, { state }: Order): Promise<ChangeRefusal> {
  return state === "AddingItems" ? undefined : transitionOrder(api, "AddingItems");
}
