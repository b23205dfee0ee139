import { Injectable } from "@nestjs/common";
import { isPayIndexError, type Operator } from "@pay-index/core";
import { AdministratorService, type RequestContext, UserInputError } from "@vendure/core";

/** Members of staff as core records them. */
@Injectable()
export class Operators {
  constructor(private readonly administrators: AdministratorService) {}

  /** By the id of the user, which never changes. The name is the one of this moment. */
  async of(ctx: RequestContext): Promise<Operator> {
    const { activeUserId } = ctx;
    // Without a login, as with `disableAuth`, core refuses the empty id.
    if (activeUserId === undefined) return { id: "" };
    const found = await this.administrators.findOneByUserId(ctx, activeUserId);
    return { id: String(activeUserId), name: found ? `${found.firstName} ${found.lastName}` : "" };
  }
}

/** @throws UserInputError with core's text, for a decision that core refuses */
export async function refusedAsInput<Result>(asked: Promise<Result>): Promise<Result> {
  try {
    return await asked;
  } catch (error) {
    if (isPayIndexError(error, "decision_invalid") || isPayIndexError(error, "money_invalid"))
      throw new UserInputError(error.message);
    throw error;
  }
}
