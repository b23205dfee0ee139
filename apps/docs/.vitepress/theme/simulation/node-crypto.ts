import { hmac } from "@noble/hashes/hmac.js";
import { md5 } from "@noble/hashes/legacy.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { BrowserBuffer } from "./node-buffer.ts";

/** What core and the simulation use of `node:crypto`, for a browser. Its own digests answer later only, and have no MD5. */

const hashes = { md5, sha256 };
type Algorithm = keyof typeof hashes;
type Data = string | Uint8Array;

const bytesOf = (data: Data) => (typeof data === "string" ? new TextEncoder().encode(data) : data);
const encode = (bytes: Uint8Array, encoding?: string) => {
  const buffer = BrowserBuffer.from(bytes);
  return encoding === undefined || encoding === "buffer" ? buffer : buffer.toString(encoding);
};

export const hash = (algorithm: Algorithm, data: Data, encoding = "hex") =>
  encode(hashes[algorithm](bytesOf(data)), encoding);

const digesting = (digest: (data: Data) => Uint8Array) => ({
  update: (data: Data) => ({ digest: (encoding?: string) => encode(digest(data), encoding) }),
});

export const createHash = (algorithm: Algorithm) => digesting((data) => hashes[algorithm](bytesOf(data)));

export const createHmac = (algorithm: Algorithm, key: Data) =>
  digesting((data) => hmac(hashes[algorithm], bytesOf(key), bytesOf(data)));

/** In a simulation, nobody measures the time. */
export const timingSafeEqual = (a: Uint8Array, b: Uint8Array) => BrowserBuffer.compare(a, b) === 0;
