import { Column, Entity, Index, PrimaryColumn } from "typeorm";

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

/** How many requests of one kind and sender arrived in the running window. */
@Entity("pay_index_request_window")
@Index("pay_index_request_window_end", ["endsAt"])
export class PayIndexRequestWindow {
  @PrimaryColumn({ type: "text" })
  id: string;

  @Column({ type: "integer" })
  requests: number;

  @Column({ name: "ends_at", type: "text" })
  endsAt: string;
}
