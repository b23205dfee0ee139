import { freshDatabase } from "../src/index.ts";

/** Somebody who needs a database, and waits to be ended. */
const { url } = await freshDatabase();
console.log(url);
setInterval(() => undefined, 1000);
