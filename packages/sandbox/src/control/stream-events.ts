import { SandboxError } from "../errors.ts";
import type { SandboxEvent } from "./control-api-types.ts";
import type { ControlCall } from "./control-call.ts";

/**
 * Yields server-sent events until the signal aborts or the sandbox ends the stream. Rejects with SandboxError `closed` if the connection is
 * cut, as it is for a client that is 1000 events behind.
 */
export async function* streamEvents(
  call: ControlCall,
  { signal }: { readonly signal?: AbortSignal } = {},
): AsyncGenerator<SandboxEvent> {
  try {
    const response = await call.open("events", { signal });
    if (response.body) yield* parseEvents(response.body.pipeThrough(new TextDecoderStream()));
  } catch (error) {
    if (signal?.aborted) return;
    if (error instanceof SandboxError) throw error;
    throw new SandboxError("closed", "the sandbox cut the line of events");
  }
}

async function* parseEvents(text: ReadableStream<string>): AsyncGenerator<SandboxEvent> {
  let rest = "";
  for await (const chunk of text) {
    rest += chunk;
    const blocks = rest.split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const data = block.split("\n").find((line) => line.startsWith("data: "));
      // A block without data is a heartbeat.
      if (data !== undefined) yield JSON.parse(data.slice("data: ".length)) as SandboxEvent;
    }
  }
}
