import type { Desk } from "../../control/desk.ts";
import { dayAndTime, spokenLength } from "../../spoken-time.ts";
import { profileNames } from "./profile-names.ts";

/** Something at the desk that is out of the ordinary, and the page that changes it. */
export interface DeskSign {
  readonly says: string;
  readonly href: string;
}

/** What is out of the ordinary, for every page to show. */
export async function deskSigns(desk: Desk): Promise<DeskSign[]> {
  const [faults, clock, quirks] = await Promise.all([desk.faults(), desk.clock(), desk.quirks()]);
  const signs: DeskSign[] = [];
  const sign = (says: string, href: string) => signs.push({ says, href });
  if (faults.length > 0) sign(faultsInWords(faults.length), "/faults");
  const now = Date.parse(clock.now);
  const ahead = now - Date.now();
  if (clock.frozen) sign(`The clock is frozen at ${dayAndTime(now)} UTC.`, "/clock");
  else if (ahead > 5000) sign(`The clock is ${spokenLength(ahead)} ahead.`, "/clock");
  const profiles = new Set([quirks.profile, ...Object.values(quirks.merchants)]);
  profiles.delete("none");
  const names = [...profiles].map((profile) => profileNames[profile]).join(", ");
  if (names !== "") sign(`Quirks are on: ${names}.`, "/clock");
  return signs;
}

export function faultsInWords(count: number): string {
  if (count === 0) return "No fault stands.";
  return count === 1 ? "A fault stands." : `${count} faults stand.`;
}
