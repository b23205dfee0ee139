const RealDate = Date;
let clockOffset = 0;

/** As Date in everything, but so many seconds ahead of it. */
class ShiftedDate extends RealDate {
  constructor(...input: readonly unknown[]) {
    if (input.length === 0) super(ShiftedDate.now());
    else super(...(input as [number]));
  }

  /** One that was made before is a date all the same. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof RealDate;
  }

  static override now(): number {
    return RealDate.now() + clockOffset;
  }
}

/** Moves the clock of this whole process forward, for everything that asks Date. Timers that run already are not moved. */
export function moveClock(seconds: number): void {
  clockOffset += seconds * 1000;
  globalThis.Date = ShiftedDate as DateConstructor;
}
