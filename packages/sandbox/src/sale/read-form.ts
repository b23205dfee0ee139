import { RejectedSaleError } from "./rejected-sale-error.ts";

const maxFields = 100;

/**
 * Reads an `application/x-www-form-urlencoded` body strictly: no duplicates, no broken escapes, only UTF-8.
 *
 * @throws RejectedSaleError
 */
export function readForm(contentType: string | undefined, body: Uint8Array): ReadonlyMap<string, string> {
  if (!/^application\/x-www-form-urlencoded\s*(;\s*charset="?utf-8"?\s*)?$/i.test(contentType ?? "")) {
    throw new RejectedSaleError(
      "the request must be application/x-www-form-urlencoded in UTF-8 (REQ-ENCODING)",
    );
  }
  const pairs = decodeBody(body).split("&");
  if (pairs.length > maxFields) throw new RejectedSaleError(`more than ${maxFields} fields (REQ-ENCODING)`);
  const form = new Map<string, string>();
  for (const pair of pairs) {
    const [name, value] = readPair(pair);
    if (form.has(name))
      throw new RejectedSaleError(`${printableFieldName(name)}: sent more than once (REQ-ENCODING)`);
    form.set(name, value);
  }
  return form;
}

function decodeBody(body: Uint8Array): string {
  if (body.length === 0) throw new RejectedSaleError("the request is empty (REQ-ENCODING)");
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    throw new RejectedSaleError("the request is not UTF-8 (REQ-ENCODING)");
  }
}

function readPair(pair: string): [name: string, value: string] {
  const equals = pair.indexOf("=");
  if (equals < 1) throw new RejectedSaleError("every field must be written name=value (REQ-ENCODING)");
  try {
    return [decodePart(pair.slice(0, equals)), decodePart(pair.slice(equals + 1))];
  } catch {
    throw new RejectedSaleError(
      `${printableFieldName(pair.slice(0, equals))}: broken percent-encoding (REQ-ENCODING)`,
    );
  }
}

function decodePart(text: string): string {
  return decodeURIComponent(text.replaceAll("+", " "));
}

/** Returns a field name for messages. It comes from outside and can be anything, even a card number. */
export function printableFieldName(name: string): string {
  const plain = name.replace(/[^\w-]/g, "?").replace(/\d{5,}/g, "#");
  return plain.length > 40 ? `${plain.slice(0, 40)}...` : plain;
}
