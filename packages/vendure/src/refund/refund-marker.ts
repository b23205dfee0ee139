import type { Refund } from "@vendure/core";
import { z } from "zod";

const markerSchema = z.object({
  /** Identifies the refund in core. */
  idempotencyKey: z.string(),
  /** In minor units. */
  amount: z.object({ minor: z.int(), currency: z.string() }),
  /** The channel in which the refund was created. */
  channelId: z.union([z.string(), z.number()]),
  /** Undefined if no user was signed in. */
  operator: z.object({ id: z.string(), name: z.string() }).optional(),
  /** Whether core has the refund. */
  isSubmitted: z.boolean(),
});

const metadataSchema = z.object({ payIndex: markerSchema });

/** What the plugin writes into the metadata of a refund that goes through the gateway. Only staff see it. */
export type RefundMarker = z.infer<typeof markerSchema>;

/** The metadata of a refund. `problem`: why it failed. */
export type RefundMetadata = z.infer<typeof metadataSchema> & { readonly problem?: string };

/** A part of the stored metadata of each refund that core does not have yet. */
export const unsubmittedText = JSON.stringify({ isSubmitted: false }).slice(1, -1);

/** Returns undefined if the refund does not go through the gateway. */
export function markerOf({ metadata }: Pick<Refund, "metadata">): RefundMarker | undefined {
  return metadataSchema.safeParse(metadata).data?.payIndex;
}
