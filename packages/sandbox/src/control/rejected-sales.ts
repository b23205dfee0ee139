import { maskCardNumbers } from "../mask-card-numbers.ts";
import { findMerchant, type Merchant } from "../merchants.ts";
import { maskFields, maskNestedTexts, readCardDigits } from "../sale/mask-fields.ts";
import { computeRequestSign, isSameSign } from "../signature.ts";
import { diagnoseSignature } from "../signature-diagnosis/diagnose-signature.ts";
import type { RejectedSale } from "./control-api-types.ts";

const maxRejectedSales = 50;
/** A diagnosis blocks the process for some milliseconds, so their number is limited against a flood of wrong signs. */
const maxDiagnoses = 20;
const diagnosisWindowMilliseconds = 10_000;

/** The last 50 rejected submissions with their reasons, in memory. */
export class RejectedSales {
  readonly #now: () => number;
  #refusals: readonly RejectedSale[] = [];
  #count = 0;
  #diagnosed: number[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  add(message: string, form: ReadonlyMap<string, string>): RejectedSale {
    this.#count += 1;
    const merchant = findMerchant(form.get("pay_memberid") ?? "");
    const fields = maskFields(form);
    const orderId = fields.pay_orderid;
    const refusal: RejectedSale = {
      number: this.#count,
      at: new Date(this.#now()).toISOString(),
      message: maskCardNumbers(message, readCardDigits(form)),
      ...(orderId ? { orderId } : {}),
      ...(merchant ? { merchantId: merchant.id } : {}),
      fields,
      ...this.#signature(form, merchant),
    };
    this.#refusals = [refusal, ...this.#refusals].slice(0, maxRejectedSales);
    return refusal;
  }

  /** Returns the rejected sales, latest first. */
  latest(): readonly RejectedSale[] {
    return this.#refusals;
  }

  #signature(form: ReadonlyMap<string, string>, merchant: Merchant | undefined) {
    if (!merchant || isSameSign(form.get("pay_md5sign") ?? "", computeRequestSign(form, merchant.key)))
      return {};
    const now = performance.now();
    this.#diagnosed = this.#diagnosed.filter((time) => now - time < diagnosisWindowMilliseconds);
    if (this.#diagnosed.length >= maxDiagnoses) return {};
    this.#diagnosed.push(now);
    return { signature: maskNestedTexts(diagnoseSignature(form, merchant), readCardDigits(form)) };
  }
}
