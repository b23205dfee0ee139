const RealDate = Date;
/** Seconds. */
let ahead = 0;

/** A Date that is a number of seconds ahead of the real one. */
class ShiftedDate extends RealDate {
  constructor(...input: readonly unknown[]) {
    if (input.length === 0) super(ShiftedDate.now());
    else super(...(input as [number]));
  }

  /** Dates that were created before the clock moved are instances too. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof RealDate;
  }

  static override now(): number {
    return RealDate.now() + ahead * 1000;
  }
}

/** Sets the clock of this process ahead of the real one, for all code that uses Date. Running timers do not change. */
export function setClock(seconds: number): void {
  ahead = seconds;
  if (ahead !== 0) globalThis.Date = ShiftedDate as DateConstructor;
}

/** Moves the clock of this process forward. */
export function moveClock(seconds: number): void {
  setClock(ahead + seconds);
}
