/**
 * Loaded into a shop before anything else: moves its clock forward by as many seconds as it is told, for everything that asks Date, so
 * that a year of a subscription fits into a demo. Timers are not moved.
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
