import type { IOrderModuleService } from "@medusajs/framework/types";
import { ChangeActionType, Modules, OrderChangeStatus, OrderChangeType } from "@medusajs/framework/utils";
import type { MedusaAmount } from "../amount.ts";
import type { Container } from "../find-rows.ts";

interface Credit {
  readonly orderId: string;
  /** What the credit line is for. Medusa's admin displays it. */
  readonly reference: string;
  readonly referenceId: string;
  /** A negative amount makes the order cost more. */
  readonly amount: MedusaAmount;
}

/** The internal note of each order change of the plugin. It identifies the changes that the plugin left open. */
const ownNote = "pay-index: credit line";

/**
 * Reduces the amount due of an order by a credit line, with the steps of Medusa's `createOrderCreditLinesWorkflow`. The
 * workflow itself cannot be used: if its process is killed, it leaves an order change open that nobody can identify,
 * and the order accepts no other change.
 *
 * @throws Error of Medusa, such as that staff have an open order edit
 */
export async function addOrderCreditLine(
  container: Container,
  { orderId, reference, referenceId, amount }: Credit,
): Promise<void> {
  const orders = container.resolve<IOrderModuleService>(Modules.ORDER);
  const { id } = await orders.createOrderChange({
    order_id: orderId,
    change_type: OrderChangeType.CREDIT_LINE,
    internal_note: ownNote,
  });
  try {
    await orders.addOrderAction({
      order_change_id: id,
      action: ChangeActionType.CREDIT_LINE_ADD,
      reference,
      reference_id: referenceId,
      amount,
    } as never);
    await orders.confirmOrderChange(id);
  } catch (error) {
    await orders.cancelOrderChange(id).catch(() => undefined);
    throw error;
  }
}

/** Cancels the change that a killed process of the plugin left open. Call it under the lock of the order's refunds. */
export async function cancelAbandonedOrderChange(container: Container, orderId: string): Promise<void> {
  const orders = container.resolve<IOrderModuleService>(Modules.ORDER);
  const left = await orders.listOrderChanges({
    order_id: orderId,
    change_type: OrderChangeType.CREDIT_LINE,
    status: OrderChangeStatus.PENDING,
    internal_note: ownNote,
  } as never);
  for (const { id } of left) await orders.cancelOrderChange(id);
}
