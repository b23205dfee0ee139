export interface ShopOptions {
  readonly gateway: string;
  readonly port: number;
  /** For the demo, the shop has data of its own, and prints nothing. */
  readonly forDemo: boolean;
}

export interface RunningShop {
  readonly url: string;
  stop(): Promise<void>;
}
