import { Column, Entity, PrimaryColumn } from "typeorm";

/** The secrets of the installation. */
@Entity("pay_index_secret")
export class PayIndexSecret {
  @PrimaryColumn({ type: "integer" })
  version: number;

  @Column({ name: "added_at", type: "text" })
  addedAt: string;

  @Column({ type: "text" })
  secret: string;
}

/** The strongest sign rule that each merchant's gateway has used. */
@Entity("pay_index_merchant")
export class PayIndexMerchant {
  @PrimaryColumn({ type: "text" })
  tenant: string;

  @PrimaryColumn({ name: "merchant_id", type: "text" })
  merchantId: string;

  @Column({ name: "sign_strength", type: "integer" })
  signStrength: number;
}
