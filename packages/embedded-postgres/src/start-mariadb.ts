import { existsSync } from "node:fs";
import { type KeptServer, startKeeper } from "./start-keeper.ts";

/** The programs of Debian's packages mariadb-server-core and mariadb-client-core. The first calls the last. */
export const mariadbPrograms = {
  install: "/usr/bin/mariadb-install-db",
  server: "/usr/sbin/mariadbd",
  defaults: "/usr/bin/my_print_defaults",
};

/** Tests on MariaDB are left out without it. */
export const isMariadbInstalled = Object.values(mariadbPrograms).every((program) => existsSync(program));

export interface MariadbOptions {
  /** Settings of the server, by name. */
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * Starts a MariaDB on 127.0.0.1 in a temporary folder, which stops with this process. `url` is the address for a user with all rights.
 *
 * @throws Error if MariaDB is not installed
 */
export function startMariadb(options: MariadbOptions = {}): Promise<KeptServer> {
  if (!isMariadbInstalled)
    throw new Error(
      "MariaDB is not installed. On Debian: apt-get install mariadb-server-core mariadb-client-core",
    );
  return startKeeper("mariadb-keeper", options);
}
