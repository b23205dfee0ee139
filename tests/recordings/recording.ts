import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { z } from "zod";

const shared = {
  /** Where the message is from. */
  source: z.string().min(10),
};
const signedShape = {
  ...shared,
  /** In the order in which they came. `{merchant}`, `{order}` and `{sign}` stand for those of the test. */
  fields: z.record(z.string(), z.string()),
  /** The names of the signed fields. The key of the test replaces the recorded one. */
  signed: z.array(z.string()).min(1),
  signCase: z.enum(["upper", "lower"]).default("upper"),
};
const expectation = z.record(z.string(), z.json());
const saleSchema = z.strictObject({ currency: z.string(), minor: z.int() });

/** How the fields are sent. */
const wrappingSchema = z.strictObject({
  encoding: z.enum(["form", "json", "multipart", "query"]).default("form"),
  method: z.enum(["POST", "PUT", "GET"]).default("POST"),
  /** What the header says, if it is not the encoding's own. */
  contentType: z.string().optional(),
  /** What follows the address of the shop: `/`, or a query. */
  behindAddress: z.string().default(""),
});

export type Wrapping = z.input<typeof wrappingSchema>;

const recordingSchema = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("notification"),
    ...signedShape,
    sale: saleSchema,
    wrapping: wrappingSchema.prefault({}),
    right: z.strictObject({ state: z.enum(["paid", "failed"]), text: z.string().optional() }),
  }),
  z.strictObject({
    type: z.literal("dispute"),
    ...signedShape,
    sale: saleSchema,
    wrapping: wrappingSchema.prefault({}),
    right: z.strictObject({
      message: expectation,
      /** What staff get, and what the shop's own code learns. */
      items: z.array(z.literal("dispute")),
      disputes: z.array(z.string()),
      refunds: z.array(z.enum(["succeeded", "failed"])),
    }),
  }),
  z.strictObject({
    type: z.literal("request"),
    ...signedShape,
    /** Signed, although they are not sent. */
    signedOnly: z.record(z.string(), z.string()).default({}),
    right: z.strictObject({
      /** The digest is the one that the specification requires. */
      isSignedAsSpecified: z.boolean(),
      /** The answers of our sandbox by its profile, if the whole request was recorded. */
      sandbox: z.strictObject({ path: z.string(), none: z.string(), lenient: z.string() }).optional(),
    }),
  }),
  z.strictObject({ type: z.literal("sale-answer"), ...shared, body: z.string(), right: expectation }),
  ...(["query-reply", "refund-reply", "refund-query-reply", "cancel-reply"] as const).map((type) =>
    z.strictObject({ type: z.literal(type), ...signedShape, right: expectation }),
  ),
]);

export type Recording = z.infer<typeof recordingSchema>;
export type RecordingOf<Type extends Recording["type"]> = Extract<Recording, { readonly type: Type }>;
export type SignedRecording = Extract<Recording, { readonly signed: unknown }>;

/** Returns the recorded messages, by the names of their files. Adding a recording is adding a file. */
export function readRecordings(): readonly (readonly [name: string, recording: Recording])[] {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith(".json"));
  return files.sort().map((file) => {
    const text = readFileSync(`${import.meta.dirname}/${file}`, "utf8");
    return [file.replace(/\.json$/, ""), parseRecording(file, text)];
  });
}

/** Checks one file. The error names the file, and each wrong field with what it must be. */
function parseRecording(file: string, text: string): Recording {
  const parsed = recordingSchema.safeParse(JSON.parse(text), { reportInput: true });
  if (!parsed.success) throw new Error(`${file}: ${z.prettifyError(parsed.error)}`);
  const recording = parsed.data;
  if (!("signed" in recording)) return recording;
  const known =
    recording.type === "request" ? { ...recording.fields, ...recording.signedOnly } : recording.fields;
  const wrong = recording.signed.filter((name) => (known[name] ?? "") === "");
  if (wrong.length > 0) throw new Error(`${file}: signed names fields without a value: ${wrong.join(", ")}`);
  if (!Object.values(known).includes("{sign}")) throw new Error(`${file}: no field is {sign}.`);
  return recording;
}

/** Returns the recordings of one type. */
export function recordingsOf<Type extends Recording["type"]>(
  type: Type,
): readonly (readonly [name: string, recording: RecordingOf<Type>])[] {
  const isOfType = (recording: Recording): recording is RecordingOf<Type> => recording.type === type;
  return readRecordings().flatMap(([name, recording]) =>
    isOfType(recording) ? [[name, recording] as const] : [],
  );
}

/** Whose message it becomes. */
export interface Signer {
  readonly merchantId: string;
  readonly orderId: string;
  readonly key: string;
}

/** Returns the fields as they came, signed with the key of the test over the fields that were signed. */
export function signRecording(
  { fields, signed, signCase, ...rest }: Pick<SignedRecording, "fields" | "signed" | "signCase">,
  { merchantId, orderId, key }: Signer,
): Readonly<Record<string, string>> {
  const own = (value: string) => value.replace("{merchant}", merchantId).replace("{order}", orderId);
  const signedOnly = (rest as Partial<RecordingOf<"request">>).signedOnly ?? {};
  const text = [...signed]
    .sort()
    .map((name) => `${name}=${own(signedOnly[name] ?? fields[name] ?? "")}&`)
    .join("");
  const digest = createHash("md5").update(`${text}key=${key}`).digest("hex");
  const sign = signCase === "upper" ? digest.toUpperCase() : digest;
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, own(value).replace("{sign}", sign)]),
  );
}

/** An HTTP request that sends a message. */
export interface WrappedMessage {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Missing if the fields are in the query. */
  readonly body?: string;
  readonly behindAddress: string;
}

const contentTypes = {
  form: "application/x-www-form-urlencoded",
  json: "application/json",
  multipart: "multipart/form-data; boundary=x",
} as const;

export function wrapMessage(
  fields: Readonly<Record<string, string>>,
  wrapping: Wrapping = {},
): WrappedMessage {
  const { encoding, method, contentType, behindAddress } = wrappingSchema.parse(wrapping);
  if (encoding === "query")
    return { method, headers: {}, behindAddress: `${behindAddress}?${new URLSearchParams(fields)}` };
  const headers = { "content-type": contentType ?? contentTypes[encoding] };
  return { method, headers, body: encodeFields(fields, encoding), behindAddress };
}

function encodeFields(fields: Readonly<Record<string, string>>, encoding: keyof typeof contentTypes): string {
  switch (encoding) {
    case "form":
      return new URLSearchParams(fields).toString();
    case "json":
      return JSON.stringify(fields);
    case "multipart": {
      const parts = Object.entries(fields).map(
        ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      );
      return `${parts.join("")}--x--\r\n`;
    }
  }
}
