import { BrowserBuffer } from "./node-buffer.ts";

// The worker has no other code, so that what Node has everywhere cannot disturb the page.
const { port1, port2 } = new MessageChannel();
const waiting: (() => void)[] = [];
port1.onmessage = () => waiting.shift()?.();

Object.assign(globalThis, {
  Buffer: BrowserBuffer,
  /** Runs after every promise that can settle, as in Node. A timer would wait for milliseconds. */
  setImmediate: (run: () => void) => {
    waiting.push(run);
    port2.postMessage(undefined);
  },
});
