import { Injectable } from "@nestjs/common";
import type { SaleLine } from "@pay-index/core/adapter";
import {
  ConfigService,
  type ID,
  type Order,
  OrderLine,
  type ProductOption,
  type RequestContext,
  TransactionalConnection,
  TranslatorService,
} from "@vendure/core";
import { In } from "typeorm";

/** The picture and the options of an order line, as the gateway gets them. */
export type LineImageAndAttributes = Pick<SaleLine, "image" | "attributes">;

/** Reads what the payment page shows of an order's goods besides name and price. */
@Injectable()
export class LineImageAndAttributesReader {
  constructor(
    private readonly connection: TransactionalConnection,
    private readonly translator: TranslatorService,
    private readonly config: ConfigService,
  ) {}

  /** Returns the details of each line, by the id of the line. */
  async read(ctx: RequestContext, order: Order): Promise<ReadonlyMap<ID, LineImageAndAttributes>> {
    const lines = await this.connection.getRepository(ctx, OrderLine).find({
      where: { id: In(order.lines.map(({ id }) => id)) },
      relations: { featuredAsset: true, productVariant: { featuredAsset: true, options: { group: true } } },
    });
    return new Map(
      lines.map(({ id, featuredAsset, productVariant }) => {
        const preview = (productVariant.featuredAsset ?? featuredAsset)?.preview;
        const image = preview && this.imageAddress(ctx, preview);
        return [id, { image, attributes: this.attributes(ctx, productVariant.options) }];
      }),
    );
  }

  /** Only the shop's storage knows the address of a picture. A text that is no address is left out, with a warning (PROD-IMAGE). */
  private imageAddress({ req }: RequestContext, preview: string): string {
    const { assetStorageStrategy: storage } = this.config.assetOptions;
    try {
      return (req && storage.toAbsoluteUrl?.(req, preview)) ?? preview;
    } catch {
      return preview;
    }
  }

  /** In the order of the groups' codes: the same order must be the same sale. */
  private attributes(ctx: RequestContext, options: readonly ProductOption[]): string {
    return [...options]
      .sort((a, b) => (a.group.code < b.group.code ? -1 : 1))
      .map((option) => {
        const group = this.translator.translate(option.group, ctx);
        return `${group.name}: ${this.translator.translate(option, ctx).name}`;
      })
      .join(", ");
  }
}
