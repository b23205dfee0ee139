/** Each text has its own direction, and the side of the page: an English sentence stays readable in a page from right to left. */
export const ownDirection = "[unicode-bidi:plaintext] rtl:text-right";
