import { fillText } from "@pay-index/core/staff";
import { expect, test } from "vitest";
import { addUp, durationText, lastDays, moneyByCurrency } from "../src/overview-figures.ts";
import { hrefOf, pageOf } from "../src/plain/plain-app.tsx";
import { toStaffLanguage } from "../src/staff-texts.ts";

test("the period ends with today in UTC, and has the days without an attempt", () => {
  expect(lastDays(3, new Date("2026-03-01T00:30:00+01:00"))).toEqual([
    "2026-02-26",
    "2026-02-27",
    "2026-02-28",
  ]);
});

test("averages are over all attempts that have a time, not over days", () => {
  const day = { day: "2026-11-28", variant: "card", started: 2, paid: 1, declined: 1, abandoned: 0 } as const;
  const figures = addUp([
    { ...day, secondsToPaid: 10, secondsToNotification: 10, notifications: 1 },
    { ...day, paid: 3, secondsToPaid: 90, secondsToNotification: 0, notifications: 0 },
  ]);
  expect(figures).toEqual({
    ...{ started: 4, paid: 4, declined: 2, abandoned: 0 },
    ...{ secondsToPaid: 25, secondsToNotification: 10 },
  });
  expect(addUp([])).toMatchObject({ started: 0, secondsToPaid: null, secondsToNotification: null });
});

test("money is added without rounding, for each currency", () => {
  const paid = (amount: string, currency: string) => ({
    day: "2026-11-28",
    paid: { amount, currency },
    count: 2,
  });
  expect(
    moneyByCurrency([
      paid("0.10", "USD"),
      paid("500", "JPY"),
      paid("9007199254740993.20", "USD"),
      paid("0.05", "EUR"),
    ]),
  ).toEqual([
    { currency: "EUR", amount: "0.05", count: 2 },
    { currency: "JPY", amount: "500", count: 2 },
    { currency: "USD", amount: "9007199254740993.30", count: 4 },
  ]);
});

test("a duration is in a unit of which there are at least two", () => {
  const texts = [0, 0.4, 90, 150, 7100, 9000, 200_000].map((seconds) => durationText(seconds, "en"));
  expect(texts).toEqual(["0 sec", "0.4 sec", "90 sec", "2.5 min", "118.3 min", "2.5 hr", "2.3 days"]);
});

test("the address of each page leads back to it, with any reference", () => {
  const payment = { page: "payment", tenant: "a/b", reference: "cart?1#2/%" } as const;
  expect(pageOf(hrefOf(payment))).toEqual({ ...payment, params: {} });
  expect(pageOf("#/attempts?group=open&q=a+b")).toEqual({
    page: "attempts",
    params: { group: "open", q: "a b" },
  });
  for (const hash of ["", "#", "#/nothing", "#/payment/default", "#/payment/%"])
    expect(pageOf(hash).page).toBe("overview");
});

test("Chinese staff read Chinese, others English", () => {
  const languages = ["zh", "zh-TW", "zh_Hans", "zhCN", "en", "de-CH", "zha"].map(toStaffLanguage);
  expect(languages).toEqual(["zh", "zh", "zh", "zh", "en", "en", "en"]);
});

test("a value with a placeholder in it is not filled again", () => {
  expect(fillText("{a} {b} {c}", { a: "{b}", b: "$&" })).toBe("{b} $& ");
});
