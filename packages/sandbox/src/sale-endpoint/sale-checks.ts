import { SandboxError } from "../errors.ts";
import { findMerchant, type Merchant } from "../merchants.ts";
import { readForm } from "../sale/read-form.ts";
import { RejectedSaleError } from "../sale/rejected-sale-error.ts";
import { computeRequestSign, isSameSign } from "../signature.ts";

export type SaleForm = ReadonlyMap<string, string>;

/** Reads the form. Empty if it is not a form that a sale could be. */
export function readFormOrEmpty(contentType: string | undefined, body: Uint8Array): SaleForm {
  try {
    return readForm(contentType, body);
  } catch (error) {
    if (error instanceof RejectedSaleError) return new Map();
    throw error;
  }
}

/** Returns why a sale is rejected, for the shop. Undefined for an error of the sandbox. */
export function rejectionMessage(error: unknown): string | undefined {
  if (error instanceof RejectedSaleError) return error.message;
  if (error instanceof SandboxError && (error.code === "disk_full" || error.code === "data_file_unusable")) {
    return `the sandbox cannot keep this sale: ${error.message}`;
  }
  return undefined;
}

export function requireFormMerchant(form: SaleForm): Merchant {
  const id = form.get("pay_memberid");
  if (!id) throw new RejectedSaleError("pay_memberid: is required (REQ-REQUIRED)");
  const merchant = findMerchant(id);
  if (!merchant) throw new RejectedSaleError("pay_memberid: no such merchant");
  return merchant;
}

export function checkSign(form: SaleForm, merchant: Merchant): void {
  if (!isSameSign(form.get("pay_md5sign") ?? "", computeRequestSign(form, merchant.key))) {
    throw new RejectedSaleError("pay_md5sign: signature verification failed (SIG-DIGEST)");
  }
}
