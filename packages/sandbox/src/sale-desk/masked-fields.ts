const cardParts = new Set(["pay_cardmonth", "pay_cardyear", "pay_cardcvv"]);
const maxValue = 2000;

/**
 * A submission as it may be kept and shown: of a card its last four digits, wherever its number or what looks like one
 * stands. Values are cut after 2000 characters.
 */
export function maskedFields(form: ReadonlyMap<string, string>): Readonly<Record<string, string>> {
  const card = (form.get("pay_cardno") ?? "").replace(/\D/g, "");
  const fields = [...form].map(([name, value]) => [masked(name, card), maskedValue(name, value, card)]);
  return Object.fromEntries(fields) as Record<string, string>;
}

function maskedValue(name: string, value: string, card: string): string {
  if (value === "") return value;
  if (name === "pay_cardno") return card.length >= 12 ? `•••• ${card.slice(-4)}` : "••••";
  if (cardParts.has(name)) return "•".repeat(Math.min(value.length, 4));
  return masked(value.slice(0, maxValue), card);
}

/** Any text, without the card's digits: seven of them in a row say too much. */
export function masked(text: string, card: string): string {
  return text.replace(/\d(?:[\s._-]{0,3}\d){6,}/g, (run) => {
    const digits = run.replace(/\D/g, "");
    return looksLikeCard(digits) || sharesSeven(digits, card) ? "[digits]" : run;
  });
}

function sharesSeven(digits: string, card: string): boolean {
  for (let start = 0; start + 7 <= digits.length; start += 1) {
    if (card.includes(digits.slice(start, start + 7))) return true;
  }
  return false;
}

/** 13 to 19 digits whose last one is right (Luhn). */
function looksLikeCard(digits: string): boolean {
  if (digits.length < 13 || digits.length > 19) return false;
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const doubled = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0 && /^[2-6]/.test(digits);
}
