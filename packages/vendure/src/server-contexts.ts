import { Inject, Injectable } from "@nestjs/common";
import {
  type Channel,
  type CurrencyCode,
  internal_setRequestContext,
  type LanguageCode,
  type RequestContext,
  RequestContextService,
  type User,
} from "@vendure/core";
import { type CheckedOptions, payIndexOptions } from "./options.ts";
import { serverRequest } from "./server-request.ts";

interface ContextWish {
  readonly languageCode?: LanguageCode;
  readonly currencyCode?: CurrencyCode;
  /** Who asked for the work, for Vendure's history. */
  readonly user?: User;
}

/** Contexts for work in a channel that no request came to. */
@Injectable()
export class ServerContexts {
  constructor(
    @Inject(payIndexOptions) private readonly options: CheckedOptions,
    private readonly contexts: RequestContextService,
  ) {}

  async in(channel: Channel, wish: ContextWish = {}): Promise<RequestContext> {
    const req = serverRequest(this.options.core.publicUrl);
    const ctx = await this.contexts.create({ req, apiType: "admin", channelOrToken: channel, ...wish });
    // As Vendure does for each client's request: an `assetUrlPrefix` that is a function gets this context.
    internal_setRequestContext(req, ctx);
    return ctx;
  }
}
