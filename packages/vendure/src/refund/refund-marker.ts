import { z } from "@pay-index/core/adapter";
import type { Refund } from "@vendure/core";

const markerSchema = z.object({
  /** Identifies the refund in core. */
  idempotencyKey: z.string(),
  /** In minor units. */
  amount: z.object({ minor: z.int(), currency: z.string() }),
  /** The channel in which the refund was created. */
  channelId: z.union([z.string(), z.number()]),
});

const metadataSchema = z.object({ payIndex: markerSchema });

/**
 * What the plugin writes into the metadata of a refund that goes through the gateway. Buyers can read it in Vendure's
 * Shop API, so it has no text of the gateway and nothing about staff.
 */
export type RefundMarker = z.infer<typeof markerSchema>;

export type RefundMetadata = z.infer<typeof metadataSchema>;

/** Returns undefined if the refund does not go through the gateway. */
export function refundMarkerOf({ metadata }: Pick<Refund, "metadata">): RefundMarker | undefined {
  return metadataSchema.safeParse(metadata).data?.payIndex;
}
