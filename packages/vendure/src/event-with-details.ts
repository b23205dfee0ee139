import { type RequestContext, VendureEvent } from "@vendure/core";

/**
 * An event of the plugin. A subscriber (`ofType`) runs after the commit. A blocking handler is part of the transaction: if it throws,
 * everything rolls back and runs again later. `about.key` is the same in each repeat.
 */
export abstract class EventWithDetails<Details extends { readonly key: string }> extends VendureEvent {
  constructor(
    readonly ctx: RequestContext,
    readonly about: Details,
  ) {
    super();
  }
}
