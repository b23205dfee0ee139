import type { Money } from "@pay-index/core";

/** What tells a refund that Medusa was asked for from others, with its amount: Medusa deletes its own row when it is refused. */
export function refundMark(id: string, money: Money | undefined): string {
  return money === undefined ? id : `${id}:${money.minor}`;
}

/** The amount in minor units that a review item of the kind `refund-due` was opened for. Undefined: nobody named one. */
export function amountOfMark(itemId: string): number | undefined {
  const [, minor] = /:(\d{1,15})$/.exec(itemId) ?? [];
  return minor === undefined ? undefined : Number(minor);
}
