/** Returns a duration as text: "80 ms", "18 s", "3 min 20 s", "2 h 5 min", "31 days". */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.max(0, Math.round(milliseconds))} ms`;
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return formatTwoUnits(seconds, "min", "s");
  const minutes = Math.round(seconds / 60);
  if (minutes < 48 * 60) return formatTwoUnits(minutes, "h", "min");
  return `${Math.round(minutes / (24 * 60))} days`;
}

/** Both units have sixty parts. */
function formatTwoUnits(amount: number, large: string, small: string): string {
  const rest = amount % 60;
  return `${Math.floor(amount / 60)} ${large}${rest === 0 ? "" : ` ${rest} ${small}`}`;
}

/** Returns a time relative to now, such as "in 18 s". */
export function formatRelativeTime(time: number, now: number): string {
  const apart = time - now;
  if (apart > 0) return `in ${formatDuration(apart)}`;
  return apart > -1000 ? "just now" : `${formatDuration(-apart)} ago`;
}

/** Returns the time of day in UTC with milliseconds, because a notification can be that close to the response. */
export function formatTimeOfDay(time: number): string {
  return new Date(time).toISOString().slice(11, 23);
}

export function formatDateTime(time: number): string {
  return new Date(time).toISOString().slice(0, 19).replace("T", " ");
}
