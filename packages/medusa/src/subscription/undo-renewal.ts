import type {
  IInventoryService,
  IOrderModuleService,
  IPaymentModuleService,
  MedusaContainer,
  OrderDTO,
  ReservationItemDTO,
} from "@medusajs/framework/types";
import { Modules } from "@medusajs/framework/utils";
import { createRenewalIds, type RenewalIds } from "./renewal-ids.ts";
import { withStockLock } from "./stock-lock.ts";

export const resolveInventoryModule = (container: MedusaContainer) =>
  container.resolve<IInventoryService>(Modules.INVENTORY);

/**
 * Removes the unpaid order of a renewal. Call it under the renewal's lock. Returns false if the order is paid: then
 * everything stays.
 */
export async function undoUnpaidRenewal(
  container: MedusaContainer,
  { seed }: { readonly seed: string },
): Promise<boolean> {
  const { order, session, reservation } = createRenewalIds(seed);
  const payments = container.resolve<IPaymentModuleService>(Modules.PAYMENT);
  const paid = await payments.listPayments({ payment_session_id: session } as never, { take: 1 });
  if (paid.length > 0) return false;
  const orders = container.resolve<IOrderModuleService>(Modules.ORDER);
  const looked = { select: ["id", "canceled_at"], relations: ["items"] };
  const [found] = await orders.listOrders({ id: order }, looked);
  const own = await findOwnReservations(container, reservation);
  await deleteReservations(container, [...own, ...(await findLineReservations(container, found))]);
  if (found && !found.canceled_at) await orders.deleteOrders([order]);
  return true;
}

type Reservations = readonly Pick<ReservationItemDTO, "id" | "inventory_item_id">[];

/** The number of reservations that are read at once. Few orders have more. */
const batchSize = 100;

/**
 * Finds reservations by their ids: the order may not exist yet, and the first order, which has the lines, may not exist
 * any more.
 */
async function findOwnReservations(
  container: MedusaContainer,
  reservation: RenewalIds["reservation"],
): Promise<Reservations> {
  const held: ReservationItemDTO[] = [];
  for (let from = 0; ; from += batchSize) {
    const id = Array.from({ length: batchSize }, (_, index) => reservation(from + index));
    const found = await resolveInventoryModule(container).listReservationItems({ id }, { take: batchSize });
    if (found.length === 0) return held;
    held.push(...found);
  }
}

/** Includes items that the shop's own handler added to the order. */
async function findLineReservations(
  container: MedusaContainer,
  order: Pick<OrderDTO, "items"> | undefined,
): Promise<Reservations> {
  const line_item_id = (order?.items ?? []).map(({ id }) => id);
  if (line_item_id.length === 0) return [];
  return resolveInventoryModule(container).listReservationItems({ line_item_id }, { take: null } as never);
}

/** In one transaction, so that a later run finds all of them or none. */
async function deleteReservations(container: MedusaContainer, held: Reservations): Promise<void> {
  if (held.length === 0) return;
  const items = held.map(({ inventory_item_id }) => inventory_item_id);
  const ids = [...new Set(held.map(({ id }) => id))];
  await withStockLock(container, items, () => resolveInventoryModule(container).deleteReservationItems(ids));
}
