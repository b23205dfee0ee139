import { createDatabase } from "../src/index.ts";

/** Somebody who needs a database, and waits to be ended. */
const { url } = await createDatabase();
console.log(url);
setInterval(() => undefined, 1000);
