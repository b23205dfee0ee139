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

const recordingSchema = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("notification"),
    ...signedShape,
    sale: z.strictObject({ currency: z.string(), minor: z.int() }),
    wrapping: z.enum(["form", "json", "multipart"]).default("form"),
    right: z.strictObject({ state: z.enum(["paid", "failed"]), text: z.string().optional() }),
  }),
  z.strictObject({ type: z.literal("sale-answer"), ...shared, body: z.string(), right: expectation }),
  ...(["query-reply", "refund-reply", "refund-query-reply", "cancel-reply", "dispute"] as const).map((type) =>
    z.strictObject({ type: z.literal(type), ...signedShape, right: expectation }),
  ),
]);

export type Recording = z.infer<typeof recordingSchema>;
export type NotificationRecording = Extract<Recording, { readonly type: "notification" }>;
export type SignedRecording = Extract<Recording, { readonly signed: unknown }>;

/** Returns the recorded messages, by the names of their files. Adding a recording is adding a file. */
export function readRecordings(): readonly (readonly [name: string, recording: Recording])[] {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith(".json"));
  return files.sort().map((file) => {
    const text = readFileSync(`${import.meta.dirname}/${file}`, "utf8");
    const parsed = recordingSchema.safeParse(JSON.parse(text));
    if (!parsed.success) throw new Error(`${file}: ${z.prettifyError(parsed.error)}`);
    return [file.replace(/\.json$/, ""), parsed.data];
  });
}

export const notificationRecordings = (): readonly (readonly [string, NotificationRecording])[] =>
  readRecordings().flatMap(([name, recording]) =>
    recording.type === "notification" ? [[name, recording] as const] : [],
  );

/** Whose message it becomes. */
export interface Signer {
  readonly merchantId: string;
  readonly orderId: string;
  readonly key: string;
}

/** Returns the fields as they came, signed with the key of the test over the fields that were signed. */
export function signRecording(
  { fields, signed, signCase }: Pick<SignedRecording, "fields" | "signed" | "signCase">,
  { merchantId, orderId, key }: Signer,
): Readonly<Record<string, string>> {
  const own = (value: string) => value.replace("{merchant}", merchantId).replace("{order}", orderId);
  const text = [...signed]
    .sort()
    .map((name) => `${name}=${own(fields[name] ?? "")}&`)
    .join("");
  const digest = createHash("md5").update(`${text}key=${key}`).digest("hex");
  const sign = signCase === "upper" ? digest.toUpperCase() : digest;
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, own(value).replace("{sign}", sign)]),
  );
}

/** Returns the body and its content type. */
export function wrapNotification(
  fields: Readonly<Record<string, string>>,
  wrapping: NotificationRecording["wrapping"],
): { readonly body: string; readonly contentType: string } {
  switch (wrapping) {
    case "form":
      return {
        body: new URLSearchParams(fields).toString(),
        contentType: "application/x-www-form-urlencoded",
      };
    case "json":
      return { body: JSON.stringify(fields), contentType: "application/json" };
    case "multipart": {
      const parts = Object.entries(fields).map(
        ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      );
      return { body: `${parts.join("")}--x--\r\n`, contentType: "multipart/form-data; boundary=x" };
    }
  }
}
