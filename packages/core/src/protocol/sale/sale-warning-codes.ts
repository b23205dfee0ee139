/**
 * The oddities that do not stop a sale.
 *
 * - `items_do_not_add_up`: the items do not add up to the amount.
 * - `card_fails_luhn`: the card number fails the Luhn check.
 * - `sku_repeated`: several items have the same product number (PROD-SKU).
 * - `item_image_left_out`: the picture of an item has no web address, so the item is sent without it (PROD-IMAGE).
 * - `item_change_failed`: the option `changeItem` failed, so the order is sent as one item (PROD-CHANGE).
 * - `telephone_not_converted`: a telephone is no number of the country of its address, so it is sent as the buyer wrote it (REQ-TELEPHONE).
 */
export const saleWarningCodes = [
  "items_do_not_add_up",
  "card_fails_luhn",
  "sku_repeated",
  "item_image_left_out",
  "item_change_failed",
  "telephone_not_converted",
] as const;

/** An oddity that does not stop a sale. */
export type SaleWarningCode = (typeof saleWarningCodes)[number];
