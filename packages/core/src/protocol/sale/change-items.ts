import { type SaleItem, saleItemSchema } from "./sale-items.ts";
import type { SaleWarningCode } from "./sale-warning-codes.ts";

/** The items of a sale, and the oddities that were found in them. */
export interface SaleItemsWithWarnings {
  readonly items: readonly SaleItem[];
  readonly warnings: readonly SaleWarningCode[];
}

/** What a shop can change about an item. The price and the number of pieces always stay. */
export type ChangeableItemDetails = Omit<SaleItem, "price" | "quantity">;

/** Whose item it is. */
export interface ChangeItemContext {
  readonly tenant: string;
  /** The shop's own id of the order or cart. */
  readonly reference: string;
}

/** Returns the name, product number, picture and attributes with which an item is sent. The same for the same item. */
export type SaleItemChanger = (item: SaleItem, about: ChangeItemContext) => ChangeableItemDetails;

interface ItemChange {
  /** The whole order as one item, without anything of its goods. */
  readonly whole: SaleItem;
  readonly changeItem: SaleItemChanger | undefined;
  readonly about: ChangeItemContext;
}

/**
 * Returns the items as the shop changes them. If its function throws or returns no item, the order is one item: then nothing is sent that
 * the shop wanted to change, and the buyer can pay (PROD-CHANGE).
 */
export function changeItems(
  items: readonly SaleItem[],
  { whole, changeItem, about }: ItemChange,
): SaleItemsWithWarnings {
  const built = items.map(withoutUnusableImage);
  if (changeItem === undefined) return toBuiltItems(built);
  try {
    const changed = built.map(({ item, isLeftOut }) => {
      const { price, quantity } = item;
      const { name, sku, image, attributes } = changeItem({ ...item }, about);
      const optional = { sku: filled(sku), image: filled(image), attributes: filled(attributes) };
      const details = withoutUnusableImage({ name, ...optional, price, quantity });
      return { item: saleItemSchema.parse(details.item), isLeftOut: isLeftOut || details.isLeftOut };
    });
    return toBuiltItems(changed);
  } catch {
    return { items: [whole], warnings: ["item_change_failed"] };
  }
}

/** A shop can have an empty text, or null, where an item has no such detail. */
function filled(detail: unknown): string | undefined {
  const isBlank = detail === null || (typeof detail === "string" && detail.trim() === "");
  return isBlank ? undefined : (detail as string | undefined);
}

interface CheckedItem {
  readonly item: SaleItem;
  readonly isLeftOut: boolean;
}

/** A picture is a decoration: an item with an address that cannot be sent is sold without it (PROD-IMAGE). */
function withoutUnusableImage(item: SaleItem): CheckedItem {
  const { image, ...others } = item;
  const isLeftOut = image !== undefined && !saleItemSchema.shape.image.safeParse(image).success;
  return { item: isLeftOut ? others : item, isLeftOut };
}

function toBuiltItems(checked: readonly CheckedItem[]): SaleItemsWithWarnings {
  const items = checked.map(({ item }) => item);
  return { items, warnings: checked.some(({ isLeftOut }) => isLeftOut) ? ["item_image_left_out"] : [] };
}
