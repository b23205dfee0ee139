import { Injectable } from "@nestjs/common";
import { isPayIndexError, type Operator } from "@pay-index/core";
import { refusalText } from "@pay-index/core/staff";
import {
  Administrator,
  AdministratorService,
  type RequestContext,
  TransactionalConnection,
  UserInputError,
} from "@vendure/core";
import { In } from "typeorm";

/** Members of staff as core records them. */
@Injectable()
export class Operators {
  constructor(
    private readonly administrators: AdministratorService,
    private readonly connection: TransactionalConnection,
  ) {}

  /** By the id of the user, which never changes. The name is the one of this moment. */
  async of(ctx: RequestContext): Promise<Operator> {
    const { activeUserId } = ctx;
    // Without a login, as with `disableAuth`, core refuses the empty id.
    if (activeUserId === undefined) return { id: "" };
    const found = await this.administrators.findOneByUserId(ctx, activeUserId);
    return { id: String(activeUserId), name: found ? `${found.firstName} ${found.lastName}` : "" };
  }

  /** The e-mail addresses of staff at this moment, by the ids of their users. Nothing of it is stored. */
  async emails(ctx: RequestContext, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map();
    const found = await this.connection
      .getRepository(ctx, Administrator)
      .find({ where: { user: { id: In([...ids]) } }, relations: { user: true } });
    return new Map(found.map(({ user, emailAddress }) => [String(user.id), emailAddress]));
  }
}

/** @throws UserInputError with core's text, for a decision that core refuses */
export async function refusedAsInput<Result>(asked: Promise<Result>): Promise<Result> {
  try {
    return await asked;
  } catch (error) {
    if (isPayIndexError(error, "decision_invalid") || isPayIndexError(error, "money_invalid"))
      throw new UserInputError(refusalText(error));
    throw error;
  }
}
