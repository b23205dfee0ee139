import { Injectable } from "@nestjs/common";
import { isPayIndexError, type Operator } from "@pay-index/core";
import { resolutionErrorText } from "@pay-index/core/staff";
import {
  Administrator,
  AdministratorService,
  type RequestContext,
  TransactionalConnection,
  UserInputError,
} from "@vendure/core";
import { In } from "typeorm";

const wholeNumber = /^\d{1,9}$/;
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Finds operators as core records them. */
@Injectable()
export class OperatorLookup {
  constructor(
    private readonly administrators: AdministratorService,
    private readonly connection: TransactionalConnection,
  ) {}

  /** Returns the signed-in user with the user's id, which never changes, and the current name. */
  async of(ctx: RequestContext): Promise<Operator> {
    const { activeUserId } = ctx;
    // Without a login, as with `disableAuth`, core refuses the empty id.
    if (activeUserId === undefined) return { id: "" };
    const found = await this.administrators.findOneByUserId(ctx, activeUserId);
    return { id: String(activeUserId), name: found ? `${found.firstName} ${found.lastName}` : "" };
  }

  /** Returns the current e-mail addresses of staff, by user id. Nothing is stored. */
  async emails(ctx: RequestContext, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    // The shop's own code may record other ids, which Postgres cannot compare with Vendure's ids.
    const ofUser = typeof ctx.channelId === "number" ? wholeNumber : uuid;
    const users = ids.filter((id) => ofUser.test(id));
    if (users.length === 0) return new Map();
    const found = await this.connection
      .getRepository(ctx, Administrator)
      .find({ where: { user: { id: In(users) } }, relations: { user: true } });
    return new Map(found.map(({ user, emailAddress }) => [String(user.id), emailAddress]));
  }
}

/** Rethrows core's refusal of an operator action. @throws UserInputError with core's message */
export async function rethrowAsUserInputError<Result>(asked: Promise<Result>): Promise<Result> {
  try {
    return await asked;
  } catch (error) {
    if (isPayIndexError(error, "review_item_outdated") || isPayIndexError(error, "attempt_unknown"))
      throw new UserInputError(error.message);
    if (isPayIndexError(error, "resolution_invalid") || isPayIndexError(error, "money_invalid"))
      throw new UserInputError(resolutionErrorText(error));
    if (isPayIndexError(error, "subscription_missing") || isPayIndexError(error, "merchant_missing"))
      throw new UserInputError(error.message);
    if (isPayIndexError(error, "operation_disabled") || isPayIndexError(error, "query_invalid"))
      throw new UserInputError(error.message);
    throw error;
  }
}
