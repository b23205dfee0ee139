import type { Clock } from "./clock.ts";

/** What of the clock survives a restart: how far it is ahead, or where it stands. */
export type ClockSetting = { readonly ahead: number } | { readonly standsAt: number };

/** The time of the gateway, in milliseconds since 1970: that of its base clock or ahead of it, and it can stand still. */
export class SandboxClock {
  readonly #base: Clock;
  #setting: ClockSetting;

  constructor(base: Clock, setting: ClockSetting = { ahead: 0 }) {
    this.#base = base;
    this.#setting = setting;
  }

  now(): number {
    return "ahead" in this.#setting ? this.#base.now() + this.#setting.ahead : this.#setting.standsAt;
  }

  get frozen(): boolean {
    return "standsAt" in this.#setting;
  }

  get setting(): ClockSetting {
    return this.#setting;
  }

  /** What survives of a clock that is at a moment, and stands there or goes on. */
  settingAt(time: number, frozen: boolean): ClockSetting {
    return frozen ? { standsAt: time } : { ahead: time - this.#base.now() };
  }

  /** Stands still at a moment, that of the call unless another is given. */
  stand(at: number = this.now()): void {
    this.#setting = this.settingAt(at, true);
  }

  /** Goes on from where it stands. */
  run(): void {
    this.#setting = this.settingAt(this.now(), false);
  }
}
