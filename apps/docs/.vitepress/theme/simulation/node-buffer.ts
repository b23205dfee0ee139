type Source = string | ArrayBufferLike | ArrayLike<number>;

const binary = (bytes: Iterable<number>) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");

/** What core and the simulation use of Node's `Buffer`. The packages that replace all of it do not know `base64url`. */
export class BrowserBuffer extends Uint8Array {
  static override from(source: Source | Iterable<number>, how?: unknown, length?: number): BrowserBuffer {
    if (source instanceof ArrayBuffer) return new BrowserBuffer(source, Number(how ?? 0), length);
    if (typeof source !== "string") return new BrowserBuffer(Array.from(source as ArrayLike<number>));
    const isLatin1 = how === "latin1" || how === "binary";
    const bytes = isLatin1
      ? Array.from(source, (character) => character.charCodeAt(0) & 255)
      : new TextEncoder().encode(source);
    return new BrowserBuffer(bytes);
  }

  static allocUnsafe(size: number): BrowserBuffer {
    return new BrowserBuffer(size);
  }

  static isBuffer(value: unknown): value is BrowserBuffer {
    return value instanceof BrowserBuffer;
  }

  static byteLength(text: string): number {
    return new TextEncoder().encode(text).length;
  }

  static concat(parts: readonly Uint8Array[]): BrowserBuffer {
    return BrowserBuffer.from(parts.flatMap((part) => [...part]));
  }

  static compare(a: Uint8Array, b: Uint8Array): number {
    const at = a.findIndex((byte, index) => byte !== b[index]);
    const [one, other] = at < 0 ? [a.length, b.length] : [a[at] ?? -1, b[at] ?? -1];
    return Math.sign(one - other);
  }

  readUInt32LE(at: number): number {
    return new DataView(this.buffer, this.byteOffset).getUint32(at, true);
  }

  override toString(encoding?: string): string {
    if (encoding === "hex") return Array.from(this, (byte) => byte.toString(16).padStart(2, "0")).join("");
    if (encoding === "latin1" || encoding === "binary") return binary(this);
    if (encoding !== "base64" && encoding !== "base64url") return new TextDecoder().decode(this);
    const base64 = btoa(binary(this));
    return encoding === "base64"
      ? base64
      : base64.replace(/=+$/, "").replaceAll("+", "-").replaceAll("/", "_");
  }
}
