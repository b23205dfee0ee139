import { z } from "zod";
import { lazily } from "../lazily.ts";
import { operatorSchema } from "./operator.ts";

const source = () => z.literal("cancellation");
const at = () => z.iso.datetime();

/** Checks who asks for a cancellation. */
export const cancelRequesterSchema = lazily(() =>
  z.union([z.literal("buyer"), operatorSchema()], 'must be "buyer", or name the operator: { id, name }'),
);

/** Who asks for a cancellation: the buyer, or an operator of the shop. */
export type CancelRequester = z.infer<ReturnType<typeof cancelRequesterSchema>>;

/** One step of the cancellation of a subscription: the request, or the gateway's verified reply (CAN-COMMIT). */
export const cancellationFactSchema = lazily(() =>
  z.discriminatedUnion("step", [
    z.object({ source: source(), at: at(), step: z.literal("requested"), by: cancelRequesterSchema() }),
    /** The gateway charges no further cycle. `lastCycle`: the cycle that the reply names, if it names one. */
    z.object({ source: source(), at: at(), step: z.literal("confirmed"), lastCycle: z.int().optional() }),
    /** The gateway does not cancel. `text`: its reason, for people. */
    z.object({ source: source(), at: at(), step: z.literal("refused"), text: z.string().optional() }),
  ]),
);

/** One step of the cancellation of a subscription. */
export type CancellationFact = z.infer<ReturnType<typeof cancellationFactSchema>>;
