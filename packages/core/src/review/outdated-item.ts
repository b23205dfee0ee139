/** Why nothing can be decided about a review item that is resolved. A whole sentence: displays leave out the path of the problem. */
export const itemClosed = "This review item is no longer open. Reload the page to see how it was resolved.";

/** The same for an item that another process or member of staff is resolving at this moment. */
export const itemInUse =
  "This review item is already resolved, or is being processed. Reload the page to see its state.";

/** Whether a text says that the page displays a review item that has changed since. */
export function isItemOutdated(text: string): boolean {
  return text.includes(itemClosed) || text.includes(itemInUse);
}
