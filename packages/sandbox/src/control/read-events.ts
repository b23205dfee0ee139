import type { ControlCall } from "./call.ts";
import type { SandboxEvent } from "./contract.ts";

/** Server-sent events, one by one, until the signal is aborted or the sandbox closes the line. */
export async function* readEvents(
  call: ControlCall,
  { signal }: { readonly signal?: AbortSignal } = {},
): AsyncGenerator<SandboxEvent> {
  try {
    const response = await call.open("events", signal);
    if (response.body) yield* eventsIn(response.body.pipeThrough(new TextDecoderStream()));
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
}

async function* eventsIn(text: ReadableStream<string>): AsyncGenerator<SandboxEvent> {
  let rest = "";
  for await (const chunk of text) {
    rest += chunk;
    const blocks = rest.split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const data = block.split("\n").find((line) => line.startsWith("data: "));
      // a block without data is a sign of life
      if (data !== undefined) yield JSON.parse(data.slice("data: ".length)) as SandboxEvent;
    }
  }
}
