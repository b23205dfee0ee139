import { expect, test } from "vitest";
import { formatApplyDate, isTimeZone } from "../../../src/protocol/sale/plan.ts";

test.each([
  ["2026-01-02T03:04:05.999Z", "UTC", "2026-01-02 03:04:05"],
  ["2026-01-01T00:00:00Z", "UTC", "2026-01-01 00:00:00"],
  ["2026-01-01T00:00:00Z", "Etc/UTC", "2026-01-01 00:00:00"],
  ["2026-12-31T16:00:00Z", "Asia/Shanghai", "2027-01-01 00:00:00"],
  ["2026-07-01T22:30:00Z", "Europe/Berlin", "2026-07-02 00:30:00"],
  ["2026-01-01T22:30:00Z", "Europe/Berlin", "2026-01-01 23:30:00"],
  ["2026-01-01T02:00:00Z", "America/New_York", "2025-12-31 21:00:00"],
  ["2024-02-29T18:30:00Z", "Asia/Kolkata", "2024-03-01 00:00:00"],
])("%s in %s is %s (REQ-APPLYDATE)", (instant, zone, text) => {
  expect(formatApplyDate(new Date(instant), zone)).toBe(text);
});

test.each([
  ["UTC", true],
  ["Asia/Shanghai", true],
  ["Mars/Olympus", false],
  ["", false],
  ["UTC+8 hours", false],
])("%j is a time zone: %s", (name, known) => {
  expect(isTimeZone(name)).toBe(known);
});
