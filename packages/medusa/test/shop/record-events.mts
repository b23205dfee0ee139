import { onTestFinished } from "vitest";
import type { Any } from "./any.mts";
import type { TestShop } from "./test-shop.mts";

/** Records the events with this name whose data match, until the test ends. */
export function recordEvents(
  { resolve }: TestShop,
  name: string,
  match: Readonly<Record<string, string>>,
): Any[] {
  const seen: Any[] = [];
  const isMeant = (data: Any) => Object.entries(match).every(([field, value]) => data[field] === value);
  const hear = ({ data }: Any) => void (isMeant(data) && seen.push(data));
  const context = { subscriberId: `${name}-${crypto.randomUUID()}` };
  resolve("event_bus").subscribe(name, hear, context);
  onTestFinished(() => resolve("event_bus").unsubscribe(name, hear, context));
  return seen;
}
