import { createMarkup } from "../markup.tsx";

export const plainMarkup = createMarkup({
  ...{ section: "card stack", sectionHead: "row spread" },
  ...{ stack: "stack", closeStack: "stack close", row: "row", spreadRow: "row spread" },
  text: { normal: "text", muted: "text muted", strong: "text strong", bad: "text bad" },
  ...{ facts: { all: "facts" }, inlineFacts: { all: "facts inline" } },
  ...{ list: "list", orderedList: "list", linedList: "list card lines", listItemContent: "stack close" },
  ...{ unseen: "unseen", choice: "choice", choiceDescription: "text muted", message: "message" },
});
