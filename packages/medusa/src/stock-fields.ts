/** The fields of a variant that Medusa's stock check needs. */
export const stockFields: readonly string[] = [
  ...["id", "manage_inventory", "allow_backorder"],
  ...["inventory_item_id", "variant_id", "required_quantity"].map((column) => `inventory_items.${column}`),
  ...[
    ...["stocked_quantity", "reserved_quantity", "raw_stocked_quantity", "raw_reserved_quantity"],
    ...["location_id", "stock_locations.id", "stock_locations.name"],
    ...["stock_locations.sales_channels.id", "stock_locations.sales_channels.name"],
  ].map((column) => `inventory_items.inventory.location_levels.${column}`),
];
