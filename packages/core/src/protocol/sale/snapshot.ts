import { z } from "zod";

const sizeLimit = 16_384;
const depthLimit = 32;

type Json = z.infer<ReturnType<typeof z.json>>;

/**
 * The JSON that an adapter stores with an attempt. It has limits, no cycles, and only text that every store accepts, so
 * that core can read it again.
 */
export const snapshotSchema = z.custom<Json>(
  isJson,
  `must be JSON, at most ${sizeLimit} characters and ${depthLimit} levels`,
);

function isJson(value: unknown): boolean {
  try {
    return JSON.stringify(value).length <= sizeLimit && isJsonValue(value, depthLimit);
  } catch {
    return false;
  }
}

function isJsonValue(value: unknown, depth: number): boolean {
  if (value === null || typeof value === "boolean") return true;
  if (typeof value === "string") return value.isWellFormed() && !value.includes("\0");
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || depth === 0) return false;
  if (Array.isArray(value)) return value.every((each) => isJsonValue(each, depth - 1));
  if (!isPlainObject(value)) return false;
  return Object.entries(value)
    .flat()
    .every((each) => isJsonValue(each, depth - 1));
}

/** Also accepts a plain object of another realm. */
function isPlainObject(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.hasOwn(prototype, "isPrototypeOf");
}
