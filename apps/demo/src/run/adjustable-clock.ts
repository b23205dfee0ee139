/**
 * Loaded into a shop before all other code. Moves the clock of `Date` forward on request, so that a year of a
 * subscription passes in seconds. Timers are not affected.
 */
const RealDate = Date;
let offsetMs = 0;
const now = () => RealDate.now() + offsetMs;

globalThis.Date = new Proxy(RealDate, {
  construct: (date, input: unknown[], made) =>
    Reflect.construct(date, input.length === 0 ? [now()] : input, made),
  get: (date, name) => (name === "now" ? now : Reflect.get(date, name)),
});

process.on("message", (seconds: number) => {
  offsetMs += seconds * 1000;
  process.send?.(seconds);
});
