/** Of every customer of the shop. */
export const password = "tea-with-milk";
