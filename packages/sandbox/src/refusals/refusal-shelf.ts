import { masked } from "../card-digits.ts";
import type { Refusal } from "../control/contract.ts";
import { findMerchant, type Merchant } from "../merchants.ts";
import { cardDigits, maskedFields, maskedTexts } from "../sale-desk/masked-fields.ts";
import { requestSign, sameSign } from "../signature.ts";
import { diagnose } from "../signature-diagnosis/diagnose.ts";

const kept = 50;
/** A diagnosis holds everybody up for some milliseconds, so a flood of wrong signs gets only so many. */
const maxDiagnoses = 20;
const perMilliseconds = 10_000;

/** The last submissions that were no sale, each with the reason. In memory, and no more than 50. */
export class RefusalShelf {
  readonly #now: () => number;
  #refusals: readonly Refusal[] = [];
  #count = 0;
  #diagnosed: number[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  add(message: string, form: ReadonlyMap<string, string>): Refusal {
    this.#count += 1;
    const merchant = findMerchant(form.get("pay_memberid") ?? "");
    const fields = maskedFields(form);
    const orderNumber = fields.pay_orderid;
    const refusal: Refusal = {
      number: this.#count,
      at: new Date(this.#now()).toISOString(),
      message: masked(message, cardDigits(form)),
      ...(orderNumber ? { orderNumber } : {}),
      ...(merchant ? { merchantId: merchant.id } : {}),
      fields,
      ...this.#signature(form, merchant),
    };
    this.#refusals = [refusal, ...this.#refusals].slice(0, kept);
    return refusal;
  }

  /** The latest first. */
  latest(): readonly Refusal[] {
    return this.#refusals;
  }

  #signature(form: ReadonlyMap<string, string>, merchant: Merchant | undefined): Pick<Refusal, "signature"> {
    if (!merchant || sameSign(form.get("pay_md5sign") ?? "", requestSign(form, merchant.key))) return {};
    const now = performance.now();
    this.#diagnosed = this.#diagnosed.filter((time) => now - time < perMilliseconds);
    if (this.#diagnosed.length >= maxDiagnoses) return {};
    this.#diagnosed.push(now);
    return { signature: maskedTexts(diagnose(form, merchant), cardDigits(form)) };
  }
}
