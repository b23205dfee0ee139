import { hash, timingSafeEqual } from "node:crypto";

/** MD5 over UTF-8, 32 upper-case hexadecimal characters (SIG-DIGEST). `latin1`: each character of the text is one byte. */
export function md5Digest(text: string, encoding?: "latin1"): string {
  return hash("md5", encoding === undefined ? text : Buffer.from(text, encoding), "hex").toUpperCase();
}

/** Compares in constant time. Different lengths are unequal; lengths are not secret here. */
export function equalsInConstantTime(a: string, b: string): boolean {
  const left = Buffer.from(a, "utf8");
  const right = Buffer.from(b, "utf8");
  return left.length === right.length && timingSafeEqual(left, right);
}
