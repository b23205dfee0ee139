import type { SandboxControl } from "../../control/sandbox-control.ts";
import { formatDateTime, formatDuration } from "../../time-text.ts";
import { wordTitle } from "../../word-title.ts";

/** An unusual setting, and the page that changes it. */
export interface InspectorNotice {
  readonly says: string;
  readonly href: string;
}

/** Returns the unusual settings, for every page. */
export async function findNotices(control: SandboxControl): Promise<InspectorNotice[]> {
  const [faults, clock, quirks] = await Promise.all([control.faults(), control.clock(), control.quirks()]);
  const signs: InspectorNotice[] = [];
  const sign = (says: string, href: string) => signs.push({ says, href });
  if (faults.length > 0) sign(describeFaultCount(faults.length), "/faults");
  const now = Date.parse(clock.now);
  const ahead = now - Date.now();
  if (clock.frozen) sign(`The clock is frozen at ${formatDateTime(now)} UTC.`, "/clock");
  else if (ahead > 5000) sign(`The clock is ${formatDuration(ahead)} ahead.`, "/clock");
  const profiles = new Set([quirks.profile, ...Object.values(quirks.merchants)]);
  profiles.delete("none");
  const names = [...profiles].map(wordTitle).join(", ");
  if (names !== "") sign(`Quirks are on: ${names}.`, "/clock");
  return signs;
}

export function describeFaultCount(count: number): string {
  if (count === 0) return "No fault is active.";
  return count === 1 ? "One fault is active." : `${count} faults are active.`;
}
