import { format, inspect } from "node:util";
import { serialize } from "node:v8";

/** Every way in which a value gets into a log, a database or another process, as text. */
export function renderings(value: unknown): Record<string, string> {
  const spread = typeof value === "object" && value !== null ? { ...value } : {};
  return {
    string: String(value),
    template: `${value}`,
    json: JSON.stringify(value) ?? "",
    "json of a holder": JSON.stringify({ held: [value] }),
    inspect: inspect(value),
    "inspect deep": inspect({ held: { deeper: [value] } }, { depth: 20, showHidden: true, getters: false }),
    "inspect without its own hook": inspect(value, { depth: 20, showHidden: true, customInspect: false }),
    "inspect with getters": inspect(value, {
      depth: 20,
      showHidden: true,
      customInspect: false,
      getters: true,
      showProxy: true,
    }),
    "format %o": format("%o %O %s %j", value, value, value, value),
    "structured clone": inspect(structuredClone(value), { depth: 20, showHidden: true }),
    "v8.serialize": serialize(value).toString("latin1"),
    keys: [...Object.keys(spread), ...Reflect.ownKeys(spread).map(String)].join(),
    values: inspect(Object.values(spread)),
  };
}

/** What an error says to whoever looks at it, by whatever means. */
export function errorRenderings(error: unknown): Record<string, string> {
  const { message = "", stack = "" } = error instanceof Error ? error : {};
  return { message, stack, own: JSON.stringify({ ...(error as object) }), ...renderings(error) };
}
