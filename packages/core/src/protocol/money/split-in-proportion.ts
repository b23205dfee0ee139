/**
 * Splits a whole number into whole parts in proportion to the weights. The parts add up to it exactly. What rounding leaves goes to the
 * parts with the largest remainders, the first of equal ones.
 *
 * @param total 0 or more
 * @param weights 0 or more each, and not all 0. A part is 0 if its weight is, and never above its weight if `total` is not above their sum.
 */
export function splitInProportion(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + BigInt(weight), 0n);
  const parts = weights.map((weight) => {
    const share = BigInt(weight) * BigInt(total);
    return { whole: share / sum, rest: share % sum };
  });
  const left = BigInt(total) - parts.reduce((all, { whole }) => all + whole, 0n);
  const ranked = [...parts.entries()].sort(([, a], [, b]) =>
    a.rest === b.rest ? 0 : Number(a.rest < b.rest) * 2 - 1,
  );
  const raised = new Set(ranked.slice(0, Number(left)).map(([index]) => index));
  return parts.map(({ whole }, index) => Number(whole) + (raised.has(index) ? 1 : 0));
}
