import { z } from "zod";
import { lazily } from "../lazily.ts";
import type { AlertText, StoredAlert } from "../payment/alert.ts";
import { isTimeZone } from "../protocol/sale/plan.ts";
import { isWebAddress } from "../protocol/sale/text-schemas.ts";

/** An alert for staff, with its text. */
export type Alert = StoredAlert & AlertText;

/**
 * Sends an alert, such as by e-mail. If it throws, rejects or does not end within `hookTimeout`, it is called again with growing pauses. The
 * same alert has the same `id`: a receiver that knows the `id` can ignore it.
 */
export type SendAlert = (alert: Alert) => unknown;

export const secondsFromZero = (limit: number) =>
  z.number("must be seconds").min(0, "must not be negative").max(limit, `must be at most ${limit}`);

const digestSchema = () =>
  z.strictObject({
    /** The time of the day, such as `08:00`. */
    at: z
      .string("is required: a time such as 08:00")
      .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "must be a time such as 08:00"),
    /** The IANA time zone. Default: `UTC`. */
    timeZone: z
      .string()
      .refine(isTimeZone, "must be an IANA time zone, such as UTC or Asia/Shanghai")
      .default("UTC"),
  });

/** Alerts for staff about review items and the gateway. */
export const alertsSchema = lazily(() =>
  z.strictObject({
    /** Sends an alert. */
    send: z.custom<SendAlert>(
      (value) => typeof value === "function",
      "is required: a function that sends an alert, such as by e-mail",
    ),
    /** Seconds after which an open review item is overdue. Default: 1 day. */
    overdueAfter: secondsFromZero(365 * 86_400).default(86_400),
    /** Seconds in which what happens becomes part of one alert, counted from its first review item. Default: 20. */
    groupFor: secondsFromZero(86_400).default(20),
    /** When to send what waits, each day. Default: never. */
    digest: digestSchema().optional(),
    /** The language of the subject and the text. Default: `en`. */
    locale: z.enum(["en", "zh"], "must be en or zh").default("en"),
    /** The address of the staff pages, for the text of alerts. */
    staffUrl: z.string().refine(isWebAddress, "must be an address that starts with https://").optional(),
  }),
);
export type AlertSettings = z.output<ReturnType<typeof alertsSchema>>;
