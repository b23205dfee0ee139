import type { Random } from "../random.ts";

/** A test card number that no log line, answer or row may hold. */
export const canaryCard = "4556737586899855";
const wholeCard = new RegExp(`(?<!\\d)${canaryCard}(?!\\d)`);

/** Inside a longer number, a card number cannot be told from an id, which must stay whole to verify again. */
export function holdsCard(text: string): boolean {
  return wholeCard.test(text);
}

export const oddNames = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "sign[]",
  "amount[0]",
  "amount[__proto__]",
  "a[b]",
  "amount]",
  "Amount",
  "AMOUNT",
  "amount ",
  "\u200bamount",
  "\ufeffamount",
  "amount\0",
  "key",
  "KEY",
  "sıgn",
  "amount=1&true_amount",
  "datetime=1&enabled",
  "x".repeat(101),
  "",
];

export const oddValues = [
  "",
  "0",
  "00",
  "2",
  "1",
  "-1",
  "null",
  "undefined",
  "true",
  "NaN",
  "[object Object]",
  "\0",
  "\r\nSet-Cookie: a=b",
  "<script>alert(1)</script>",
  "' OR 1=1 --",
  "../../etc/passwd",
  "$ne",
  "{{7*7}}",
  "1&enabled=0",
  "20261122101112&enabled=1",
  "a=b&key=",
  "\ud83d\ude00",
  "ＯＫ",
  "OK",
  "x".repeat(65),
  "x".repeat(5000),
];

export const oddCounts = [
  "0",
  "01",
  "1",
  "2",
  "4",
  "999999999",
  "1000000000",
  "-1",
  "1.0",
  "2e0",
  " 2",
  "２",
];

export const oddCurrencies = ["usd", "EUR", "JPY", "U5D", "USD ", "USDT", "uſd", "ＵＳＤ", "", "840"];

/** Spellings of an amount: some name the same number, most must equal nothing. */
export function amountSpelling(amount: string, random: Random): string {
  const [whole = "0", fraction = ""] = amount.split(".");
  const spellings = [
    () => `${amount}${fraction === "" ? "." : ""}0`,
    () => `${whole}.${fraction.padEnd(24, "0")}`,
    () => amount.padStart(20, "0"),
    () => whole.padStart(24, "0") + (fraction === "" ? "" : `.${fraction}`),
    () => whole.padStart(25, "0") + (fraction === "" ? "" : `.${fraction}`),
    () => `${amount}${fraction === "" ? ".000" : ""}1`,
    () => `+${amount}`,
    () => `-${amount}`,
    () => ` ${amount}`,
    () => `${amount} `,
    () => `${amount}\n`,
    () => amount.replace(".", ","),
    () => `1${amount}`,
    () => `${whole}e0`,
    () => `${whole}${fraction}e-${fraction.length}`,
    () => `0x${whole}`,
    () => `${whole}_${fraction}`,
    () => fullWidth(amount),
    () => arabic(amount),
    () => `${whole}.`,
    () => `.${fraction}`,
    () => `${amount}.0`,
    () => "9".repeat(24),
    () => "9".repeat(400),
    () => "Infinity",
    () => "0",
    () => `${Number(whole) + 1}.${fraction}`,
    () => `${whole}.${fraction.slice(0, -1)}`,
  ];
  return random.pick(spellings)();
}

function fullWidth(text: string): string {
  return text.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
}

function arabic(text: string): string {
  return text.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)));
}
