import type { StartedState } from "@pay-index/core";

/** Where the buyer goes on: at an address, or in a card form of the shop's own. */
export type StartedPayment =
  | { readonly state: StartedState; readonly next: string; readonly order_number: string }
  | { readonly state: "card_form"; readonly action: string; readonly form_token: string };
