const formHeader = "content-type: application/x-www-form-urlencoded\r\n";

export interface RawRequestHead {
  readonly method?: string;
  readonly path: string;
  /** Header lines, each with its line end. */
  readonly headers?: string;
}

/** Returns a request without a body. */
export function requestWithoutBody({ method = "GET", path, headers = "" }: RawRequestHead): string {
  return `${method} ${path} HTTP/1.1\r\nhost: shop\r\n${headers}\r\n`;
}

/** Returns the head of a request with a `content-length`. */
export function requestHeadWithLength(
  { method = "POST", path, headers = "" }: RawRequestHead,
  length: number,
): string {
  return requestWithoutBody({
    method,
    path,
    headers: `${formHeader}${headers}content-length: ${length}\r\n`,
  });
}

/** Returns the head of a request with a chunked body. */
export function chunkedRequestHead({ method = "POST", path, headers = "" }: RawRequestHead): string {
  return requestWithoutBody({
    method,
    path,
    headers: `${formHeader}${headers}transfer-encoding: chunked\r\n`,
  });
}

export function encodeChunk(text: string): string {
  return `${text.length.toString(16)}\r\n${text}\r\n`;
}

export const lastChunk = "0\r\n\r\n";

/** Returns a form of this many bytes. */
function fillerForm(bytes: number): string {
  return `a=${"x".repeat(bytes - 2)}`;
}

/** Returns a complete request with a body of this many bytes. */
export function wholeRequest(line: RawRequestHead, how: "content-length" | "chunked", bytes: number): string {
  const body = fillerForm(bytes);
  if (how === "content-length") return requestHeadWithLength(line, bytes) + body;
  const parts = body.match(/.{1,16384}/g) ?? [];
  return chunkedRequestHead(line) + parts.map(encodeChunk).join("") + lastChunk;
}
