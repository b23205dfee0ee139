import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { Socket } from "node:net";
import type { KillStep } from "./kill-steps.ts";
import type { CallMessage, StartMessage } from "./process-messages.ts";

interface ReplyMessage {
  readonly id?: number;
  readonly ready?: unknown;
  readonly isReusable?: boolean;
  readonly answer?: unknown;
  readonly error?: string;
}

/** By module: a process whose shop is closed, and that can open another one. To load a framework takes longer than to open a shop. */
const idleChildren = new Map<string, ShopChild>();

/**
 * A shop in its own process. The driver really stops, kills and restarts it. Inside the process, `runInsideShopProcess` answers the
 * calls. Serves any host: host-specific functions use `call`.
 */
export class ShopProcess<Ready = unknown> {
  readonly #file: URL;
  readonly #given: unknown;
  #child: ShopChild;
  #ready: Ready | undefined;
  #ahead = 0;
  #logged = "";

  private constructor(file: URL, given: unknown) {
    this.#file = file;
    this.#given = given;
    const idle = idleChildren.get(file.href);
    this.#child = idle?.isAlive ? idle : new ShopChild(file);
    idleChildren.delete(file.href);
  }

  /**
   * @param file a module that calls `runInsideShopProcess`
   * @param given the input of `runInsideShopProcess`, as JSON
   */
  static async start<Ready>(file: URL, given: unknown): Promise<ShopProcess<Ready>> {
    const shop = new ShopProcess<Ready>(file, given);
    await shop.#openShop();
    return shop;
  }

  get ready(): Ready {
    return this.#ready as Ready;
  }

  /** Returns the complete output until now, of all starts. */
  async readLog(): Promise<string> {
    await this.#child.printsEverything();
    return this.#logged + this.#child.printed;
  }

  /** @throws Error with the stack of the error in the shop, or if the process ends before it answers */
  call<Answer>(name: string, ...input: readonly unknown[]): Promise<Answer> {
    return this.#child.ask<Answer>(name, input);
  }

  async moveClock(seconds: number): Promise<void> {
    this.#ahead += seconds;
    await this.call("moveClock", seconds);
  }

  /** Returns an ISO instant by the shop's clock. */
  inThirtyDays(): string {
    return new Date(Date.now() + (this.#ahead + 30 * 86_400) * 1000).toISOString();
  }

  async killAfter(step: KillStep | undefined): Promise<void> {
    await this.call("killAfter", step);
  }

  waitForDeath(): Promise<void> {
    return this.#child.ended;
  }

  async startAgain(): Promise<void> {
    await this.#child.ended;
    this.#logged += this.#child.printed;
    this.#child = new ShopChild(this.#file);
    await this.#openShop();
  }

  /** Stops the process gracefully, and starts another one. */
  async restart(): Promise<void> {
    if (this.#child.isAlive) await this.call("close");
    this.#child.end();
    await this.startAgain();
  }

  /** Stops the shop gracefully. Does nothing if the process is dead. */
  async close(): Promise<void> {
    const child = this.#child;
    if (child.isAlive) await this.call("close");
    if (child.isAlive && child.isReusable && !idleChildren.has(this.#file.href)) {
      await child.rest();
      idleChildren.set(this.#file.href, child);
      return;
    }
    child.end();
    await child.ended;
  }

  async #openShop(): Promise<void> {
    const before = this.#ready === undefined ? {} : { before: this.#ready };
    const start = { given: this.#given, ahead: this.#ahead, ...before };
    this.#ready = await this.#child.open<Ready>(start).catch((error) => {
      this.#child.end();
      throw error;
    });
  }
}

interface PendingCall {
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
}

const streamNames = ["stdout", "stderr"] as const;

/** One process, from its start to its end, for one shop after another. */
class ShopChild {
  readonly ended: Promise<void>;
  isReusable = false;
  readonly #texts = { stdout: "", stderr: "" };
  readonly #process: ChildProcess;
  readonly #waiting = new Map<number, PendingCall>();
  #asked = 0;

  constructor(file: URL) {
    this.#process = fork(file, { execArgv: [], stdio: ["ignore", "pipe", "pipe", "ipc"] });
    this.#process.on("message", (message: ReplyMessage) => this.#receive(message));
    // Node does not emit "close" of the process to listeners after a disconnect, so this code does not use it.
    const ends = [once(this.#process, "exit")];
    for (const name of streamNames) {
      const stream = this.#process[name];
      if (stream === null) continue;
      ends.push(once(stream, "close"));
      stream.setEncoding("utf8").on("data", (text: string) => {
        this.#texts[name] += text;
      });
    }
    this.ended = Promise.all(ends).then(() => this.#giveUp());
  }

  get printed(): string {
    return this.#texts.stdout + this.#texts.stderr;
  }

  get isAlive(): boolean {
    return this.#process.connected;
  }

  open<Ready>(start: StartMessage): Promise<Ready> {
    for (const handle of this.#handles()) handle?.ref();
    const opened = this.#wait<Ready>(0);
    if (this.isAlive) this.#process.send(start);
    else this.#giveUp();
    return opened;
  }

  /** Waits for the next shop without keeping this process alive. */
  async rest(): Promise<void> {
    await this.printsEverything();
    for (const name of streamNames) this.#texts[name] = "";
    for (const handle of this.#handles()) handle?.unref();
  }

  ask<Answer>(name: string, input: readonly unknown[]): Promise<Answer> {
    const id = ++this.#asked;
    const answered = this.#wait<Answer>(id);
    const asked: CallMessage = { id, name, input };
    if (this.isAlive) this.#process.send(asked);
    else this.#giveUp();
    return answered;
  }

  /** Resolves when `printed` has everything that the process printed before. Answers and output arrive by different ways. */
  async printsEverything(): Promise<void> {
    if (!this.isAlive) return;
    const mark = `end of output ${this.#asked}\n`;
    await this.ask("printMark", [mark]);
    await Promise.all(
      streamNames.map(async (name) => {
        const stream = this.#process[name];
        while (stream?.readable && !this.#texts[name].includes(mark))
          await Promise.race([once(stream, "data"), this.ended]);
      }),
    );
  }

  /** Ends the connection to the process, after which the process ends. */
  end(): void {
    if (this.isAlive) this.#process.disconnect();
  }

  #handles() {
    const { channel, stdout, stderr } = this.#process;
    return [this.#process, channel, stdout as Socket | null, stderr as Socket | null];
  }

  #wait<Answer>(id: number): Promise<Answer> {
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  #receive({ id = 0, ready, isReusable, answer, error }: ReplyMessage): void {
    this.isReusable = isReusable ?? this.isReusable;
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) waiting?.resolve((id === 0 ? ready : answer) as never);
    else waiting?.reject(new Error(error));
  }

  #giveUp(): void {
    for (const { reject } of this.#waiting.values())
      reject(
        new Error(
          `the shop's process has ended${this.printed === "" ? "" : `:\n${this.printed.slice(-2000)}`}`,
        ),
      );
    this.#waiting.clear();
  }
}
