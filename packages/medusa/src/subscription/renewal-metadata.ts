/** The metadata keys of a renewal's order. Only the plugin writes them. */
export const renewalMetadataKeys = ["pay_index_first_order", "pay_index_cycle"] as const;
