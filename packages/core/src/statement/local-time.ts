import { TZDateMini } from "@date-fns/tz/date/mini";

/** A date and a time without a time zone. `month`: 1 to 12. */
export interface LocalTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/** Returns the instant of a local time in an IANA time zone. Undefined if there is no such day or time, such as 30 February. */
export function instantOfLocalTime(time: LocalTime, timeZone: string): Date | undefined {
  const { year, month, day, hour, minute, second } = time;
  const local = new TZDateMini(year, month - 1, day, hour, minute, second, timeZone);
  const isDay = local.getMonth() === month - 1 && local.getDate() === day;
  return isDay && hour < 24 && minute < 60 && second < 60 ? new Date(local.getTime()) : undefined;
}
