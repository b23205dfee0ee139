import type { PaymentRouter } from "@pay-index/server";

/**
 * The payment routes, mounted before Nest has made what answers them. They stand before Vendure's body parsers, sessions and
 * error pages, none of which a gateway's notification or a card has any business with.
 */
export class DeferredRouter {
  #router: PaymentRouter | undefined;
  readonly handlers: PaymentRouter = [
    (request, response, next) => (this.#router ? this.#router[0](request, response, next) : next()),
    (error, request, response, next) =>
      this.#router ? this.#router[1](error, request, response, next) : next(error),
  ];

  open(router: PaymentRouter): void {
    this.#router = router;
  }
}
