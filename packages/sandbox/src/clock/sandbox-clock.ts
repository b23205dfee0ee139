import type { TimeSource } from "./time-source.ts";

/** The part of the clock that survives a restart: its lead over the base clock, or the time at which it is frozen. */
export type ClockSetting = { readonly ahead: number } | { readonly standsAt: number };

/** The gateway's time, in milliseconds since 1970. It equals its base clock or is ahead of it, and can be frozen. */
export class SandboxClock {
  readonly #base: TimeSource;
  #setting: ClockSetting;

  constructor(base: TimeSource, setting: ClockSetting = { ahead: 0 }) {
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

  /** Returns the setting to store for a clock at this time, frozen or running. */
  settingAt(time: number, frozen: boolean): ClockSetting {
    return frozen ? { standsAt: time } : { ahead: time - this.#base.now() };
  }

  /** Freezes the clock at a time; by default the current one. */
  stand(at: number = this.now()): void {
    this.#setting = this.settingAt(at, true);
  }

  /** Lets the clock run from the time at which it was frozen. */
  run(): void {
    this.#setting = this.settingAt(this.now(), false);
  }
}
