import type { PaymentRouterHandlers } from "@pay-index/server";

/**
 * Mounts the payment routes before Nest creates the service that answers them. They run before Vendure's body parsers,
 * sessions and error pages, which must not handle notifications or cards.
 */
export class DeferredRouter {
  #router: PaymentRouterHandlers | undefined;
  readonly handlers: PaymentRouterHandlers = [
    (request, response, next) => (this.#router ? this.#router[0](request, response, next) : next()),
    (error, request, response, next) =>
      this.#router ? this.#router[1](error, request, response, next) : next(error),
  ];

  open(router: PaymentRouterHandlers): void {
    this.#router = router;
  }
}
