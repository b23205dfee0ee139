import { PayIndexError } from "../../errors.ts";
import {
  type InstallationSecret,
  type InstallationStore,
  type MerchantIdentity,
  type SignStrength,
  signStrengths,
} from "../../ports/installation-store.ts";
import type { SqlDriver, SqlRow } from "./driver.ts";

const listSecrets = "SELECT version, added_at, secret FROM pay_index_secret ORDER BY version DESC";

/** Changes no row when another process was faster. */
const insertSecret = `INSERT INTO pay_index_secret (version, added_at, secret)
VALUES (:version, :added_at, :secret) ON CONFLICT (version) DO NOTHING`;

const deleteSecrets = "DELETE FROM pay_index_secret WHERE version <= :last";

const findStrength = `SELECT sign_strength FROM pay_index_merchant
WHERE tenant = :tenant AND merchant_id = :merchant_id`;

/** Two processes can run this at the same time: the greater strength stays. */
const raiseStrength = `INSERT INTO pay_index_merchant (tenant, merchant_id, sign_strength)
VALUES (:tenant, :merchant_id, :sign_strength)
ON CONFLICT (tenant, merchant_id) DO UPDATE SET sign_strength = excluded.sign_strength
WHERE pay_index_merchant.sign_strength < excluded.sign_strength`;

/** The installation's part of a SQL store. */
export class SqlInstallationStore implements InstallationStore {
  readonly #driver: Pick<SqlDriver, "read" | "write">;

  constructor(driver: Pick<SqlDriver, "read" | "write">) {
    this.#driver = driver;
  }

  async secrets(): Promise<readonly InstallationSecret[]> {
    return (await this.#driver.read.all(listSecrets, {})).map(parseSecretRow);
  }

  async addSecret({ version, addedAt, value }: InstallationSecret, keep: number): Promise<boolean> {
    const row = { version, added_at: addedAt.toISOString(), secret: value };
    try {
      return await this.#driver.write(async (connection) => {
        if ((await connection.run(insertSecret, row)) !== 1) return false;
        await connection.run(deleteSecrets, { last: version - keep });
        return true;
      });
    } catch {
      // Errors of some drivers carry the parameters of their statement, so this one carries no cause.
      throw new PayIndexError("store_unavailable", "The store could not add the installation's secret.");
    }
  }

  async signStrength(merchant: MerchantIdentity): Promise<SignStrength | undefined> {
    const [row] = await this.#driver.read.all(findStrength, merchantParameters(merchant));
    return signStrengths.find((strength) => strength === Number(row?.sign_strength));
  }

  async rememberSignStrength(merchant: MerchantIdentity, strength: SignStrength): Promise<void> {
    const row = { ...merchantParameters(merchant), sign_strength: strength };
    await this.#driver.write((connection) => connection.run(raiseStrength, row));
  }
}

function merchantParameters({ tenant, merchantId }: MerchantIdentity) {
  return { tenant, merchant_id: merchantId };
}

/** @throws PayIndexError `record_unreadable` */
function parseSecretRow({ version, added_at, secret }: SqlRow): InstallationSecret {
  const addedAt = new Date(String(added_at));
  if (Number.isNaN(addedAt.getTime()) || !/^[\w-]{43}$/.test(String(secret)))
    throw new PayIndexError(
      "record_unreadable",
      `The installation's secret ${version} in the store is damaged.`,
    );
  return { version: Number(version), addedAt, value: String(secret) };
}
