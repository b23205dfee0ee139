/** `YYYY-MM-DD HH:MM:SS` in an IANA time zone (REQ-APPLYDATE). The specification names no zone. */
export function formatApplyDate(now: Date, timeZone: string): string {
  // Without Intl for the default: loading its data costs a process more than everything else here.
  if (timeZone === "UTC") return now.toISOString().slice(0, 19).replace("T", " ");
  const parts = formatterOf(timeZone).formatToParts(now);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")} ${part("hour")}:${part("minute")}:${part("second")}`;
}

export function isTimeZone(name: string): boolean {
  if (name === "UTC") return true;
  try {
    return formatterOf(name) !== undefined;
  } catch {
    return false;
  }
}

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("en-CA", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
}
