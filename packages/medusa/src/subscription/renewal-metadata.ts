/** What an order's metadata has if it is a renewal. The plugin alone writes them. */
export const renewalMetadataKeys = ["pay_index_first_order", "pay_index_cycle"] as const;
