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
import { createBackgroundHttpRequest } from "./background-http-request.ts";
import { type CheckedOptions, pluginOptionsToken } from "./options.ts";

interface BackgroundContextOptions {
  readonly languageCode?: LanguageCode;
  readonly currencyCode?: CurrencyCode;
  /** The user who caused the work, for Vendure's history. */
  readonly user?: User;
}

/** Creates contexts for work in a channel outside of a request. */
@Injectable()
export class BackgroundContexts {
  constructor(
    @Inject(pluginOptionsToken) private readonly options: CheckedOptions,
    private readonly contexts: RequestContextService,
  ) {}

  async in(channel: Channel, wish: BackgroundContextOptions = {}): Promise<RequestContext> {
    const req = createBackgroundHttpRequest(this.options.core.publicUrl);
    const ctx = await this.contexts.create({ req, apiType: "admin", channelOrToken: channel, ...wish });
    // As Vendure does for a client's request: an `assetUrlPrefix` that is a function gets this context.
    internal_setRequestContext(req, ctx);
    return ctx;
  }
}
