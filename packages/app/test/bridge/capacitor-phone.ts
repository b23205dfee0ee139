import { Emitter } from "./emitter.ts";

type Callback = (data: unknown) => void;

/** The native side of Capacitor, as `@capacitor/core` finds it in a web view of Android: calls come in, events go out. */
export class CapacitorPhone {
  readonly calls: { plugin: string; method: string; options: unknown }[] = [];
  /** Of each method that answers with something, or fails. */
  readonly answers = new Map<string, () => unknown>();
  readonly #events = new Emitter();
  readonly #handles = new Map<string, () => void>();
  readonly #retained = new Map<string, unknown>();

  /** Must come before `@capacitor/core` is loaded. */
  install(): void {
    const promise = ["openInSystemBrowser", "openInWebView", "close", "getLaunchUrl"];
    const methods = [
      ...promise.map((name) => ({ name, rtype: "promise" })),
      ...["addListener", "removeListener"].map((name) => ({ name, rtype: "callback" })),
    ];
    const Capacitor = {
      PluginHeaders: [
        { name: "InAppBrowser", methods },
        { name: "App", methods },
      ],
      nativePromise: (plugin: string, method: string, options: unknown) =>
        this.#take(plugin, method, options),
      nativeCallback: (_: string, method: string, ...more: [Listening, Callback]) =>
        this.#listen(method, more),
    };
    Object.assign(globalThis, { androidBridge: {}, Capacitor });
  }

  emit(event: string, data?: unknown): void {
    this.#events.emit(event, data);
  }

  /** As Android and iOS keep the address of a cold launch: the first listener gets it. */
  retain(event: string, data: unknown): void {
    this.#retained.set(event, data);
  }

  get listening(): number {
    return this.#events.count;
  }

  /** Resolves when the app has called this, and has what is answered at once. */
  async called(method: string): Promise<void> {
    do await new Promise(setImmediate);
    while (!this.calls.some((call) => call.method === method));
    await new Promise(setImmediate);
  }

  async #take(plugin: string, method: string, options: unknown): Promise<unknown> {
    this.calls.push({ plugin, method, options });
    return this.answers.get(method)?.();
  }

  #listen(method: string, [{ eventName, callbackId }, callback]: [Listening, Callback]): Promise<string> {
    if (method === "removeListener") {
      this.#handles.get(String(callbackId))?.();
      return Promise.resolve("");
    }
    const id = String(this.#handles.size + 1);
    this.#handles.set(id, this.#events.add(eventName, callback));
    if (this.#retained.has(eventName)) callback(this.#retained.get(eventName));
    this.#retained.delete(eventName);
    return Promise.resolve(id);
  }
}

interface Listening {
  readonly eventName: string;
  readonly callbackId?: string;
}
