import { toAmountText } from "@pay-index/core";
import type { StaffOrder } from "@pay-index/server/staff";
import { type MedusaAmount, toRoundedMoney } from "../amount.ts";
import { totalFields } from "../checkout-cart.ts";
import { type Container, findRows } from "../find-rows.ts";

interface Person {
  readonly first_name?: string | null;
  readonly last_name?: string | null;
  readonly phone?: string | null;
}

interface Order {
  readonly id: string;
  readonly display_id: number;
}

interface Item {
  readonly title: string;
  readonly product_title: string | null;
  readonly variant_title: string | null;
  readonly quantity: MedusaAmount;
}

interface Cart {
  readonly id: string;
  readonly email: string | null;
  readonly currency_code: string;
  readonly total: MedusaAmount;
  readonly shipping_address?: Person | null;
  readonly billing_address?: Person | null;
  readonly customer?: Person | null;
  readonly items?: readonly (Item | null)[];
  /** The type of Medusa's link permits several orders. */
  readonly order?: Order | readonly (Order | null)[] | null;
}

const personFields = ["shipping_address", "billing_address", "customer"].flatMap((who) =>
  ["first_name", "last_name", "phone"].map((field) => `${who}.${field}`),
);

const sharedFields = ["id", "email", "currency_code", ...totalFields, ...personFields];
const cartFields = [...sharedFields, "order.id", "order.display_id"];

/**
 * Returns what Medusa knows of carts and their orders, by the reference: the id of the cart, or of the order without a
 * cart. Stores nothing. Leaves out what does not exist any more.
 */
export async function findOrdersOfCarts(
  container: Container,
  cartIds: readonly string[],
): Promise<ReadonlyMap<string, StaffOrder>> {
  const filters = { id: [...new Set(cartIds)] };
  const carts = await findRows<Cart>(container, { entity: "cart", fields: cartFields, filters });
  const found = new Map(carts.map((cart) => [cart.id, toStaffOrder(cart)]));
  // Staff drafted the other orders.
  const others = { id: filters.id.filter((id) => !found.has(id)) };
  const fields = [...sharedFields, "display_id"];
  const drafted = await findRows<Cart & Order>(container, { entity: "order", fields, filters: others });
  for (const order of drafted) found.set(order.id, toStaffOrder({ ...order, order }));
  return found;
}

function toStaffOrder({ email, currency_code, total, items = [], order, ...rest }: Cart): StaffOrder {
  const money = toRoundedMoney(total, currency_code);
  const { shipping_address, billing_address, customer } = rest;
  const persons = [shipping_address, billing_address, customer].map((each) => each ?? {});
  const [placed] = order === undefined || order === null ? [] : [order].flat();
  return {
    id: placed?.id ?? null,
    name: placed ? `#${placed.display_id}` : null,
    total: money === undefined ? null : { amount: toAmountText(money), currency: money.currency },
    buyer: {
      name: firstNonEmpty(
        persons.map(({ first_name, last_name }) => [first_name, last_name].filter(Boolean).join(" ")),
      ),
      email,
      phone: firstNonEmpty(persons.map(({ phone }) => phone ?? "")),
    },
    goods: items.flatMap((item) => (item === null ? [] : [toGoods(item)])),
  };
}

function toGoods({ title, product_title, variant_title, quantity }: Item) {
  return { title: product_title ?? title, detail: variant_title, quantity: Number(quantity) };
}

function firstNonEmpty(texts: readonly string[]): string | null {
  return texts.find((text) => text !== "") ?? null;
}
