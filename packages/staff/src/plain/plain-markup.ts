import { createMarkup } from "../markup.tsx";

const fieldElements = {
  Label: "label",
  Input: "input",
  TextArea: "textarea",
  Select: "select",
  Option: "option",
} as const;

const classes = {
  ...{ section: "card stack", sectionHead: "row spread" },
  ...{ stack: "stack", closeStack: "stack close", row: "row", spreadRow: "row spread" },
  text: { normal: "text", muted: "text muted", strong: "text strong", bad: "text bad" },
  ...{ facts: { all: "facts" }, inlineFacts: { all: "facts inline" } },
  ...{ list: "list", orderedList: "list", linedList: "list card lines", listItemContent: "stack close" },
  ...{
    unseen: "unseen",
    choice: "choice",
    choiceDescription: "text muted",
    field: "field",
    message: "message",
  },
};

export const plainMarkup = createMarkup(classes, fieldElements);
