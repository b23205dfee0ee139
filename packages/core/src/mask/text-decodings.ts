/** Returns a text and its decodings: percent escapes up to three times, hexadecimal, and base 64 from any position. */
export function textDecodings(text: string): string[] {
  const escaped = unescapedTexts(text);
  return [
    ...new Set([
      text,
      text.replace(/%[0-9A-Fa-f]{2}/g, ""),
      ...escaped,
      ...escaped.flatMap(hexAndBase64Texts),
    ]),
  ];
}

const maxUnescapes = 3;

function unescapedTexts(text: string): string[] {
  const texts = [text];
  for (let times = 0; times < maxUnescapes; times++) {
    const last = texts.at(-1) ?? "";
    texts.push(
      last.replace(/%([0-9A-Fa-f]{2})/g, (_, byte) => String.fromCharCode(Number.parseInt(byte, 16))),
    );
  }
  return [...new Set(texts)];
}

function hexAndBase64Texts(text: string): string[] {
  const parts = (pattern: RegExp, encoding: "hex" | "base64", starts: readonly number[]) =>
    (text.match(pattern) ?? []).flatMap((part) =>
      starts.map((start) => Buffer.from(part.slice(start), encoding).toString("latin1")),
    );
  return [
    ...parts(/[0-9A-Fa-f]{24,}/g, "hex", [0, 1]),
    ...parts(/[A-Za-z0-9+/_-]{16,}/g, "base64", [0, 1, 2, 3]),
  ];
}
