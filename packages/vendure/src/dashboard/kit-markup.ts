import { createMarkup } from "@pay-index/staff";
import { Input, Label, NativeSelect, NativeSelectOption, Textarea } from "@vendure/dashboard";

/** Each text has its own direction, and the side of the page: an English sentence stays readable in a page from right to left. */
export const ownDirection = "[unicode-bidi:plaintext] rtl:text-right";

const text = `whitespace-pre-line wrap-anywhere text-sm empty:hidden [&>svg]:inline ${ownDirection}`;
const row = "flex flex-wrap items-center gap-2 empty:hidden";
const facts = "text-sm wrap-anywhere";
const fact = { name: "text-muted-foreground", value: `min-w-0 ${ownDirection}` };

/** Every page of the dashboard is one card, or its blocks are cards. */
const classes = {
  section: "space-y-3 text-sm",
  sectionHead: "flex flex-wrap items-center gap-2",
  sectionTitle: `text-base font-medium ${ownDirection}`,
  ...{ stack: "space-y-6", closeStack: "space-y-2", row, spreadRow: `${row} justify-between` },
  text: {
    normal: text,
    muted: `${text} text-muted-foreground`,
    strong: `${text} font-medium`,
    bad: `${text} border-s-2 border-destructive ps-2 font-medium`,
  },
  facts: { all: `${facts} grid gap-y-3`, each: "grid gap-x-6 gap-y-1 sm:grid-cols-[16rem_1fr]", ...fact },
  inlineFacts: { all: `${facts} flex flex-wrap gap-x-6 gap-y-1`, each: "flex flex-wrap gap-x-2", ...fact },
  list: "space-y-2",
  orderedList: "space-y-3 border-s ps-4",
  linedList: "divide-y rounded-md border *:p-3",
  listItem: "flex gap-3 text-sm",
  listItemContent: "min-w-0 flex-1 space-y-2",
  unseen: "sr-only",
  choice: "flex items-start gap-2 text-sm",
  choiceButton: "mt-1",
  choiceTitle: "font-medium",
  choiceDescription: `block text-muted-foreground ${ownDirection}`,
  ...{ field: "min-w-0 space-y-2", searchField: "w-full sm:w-80", select: "max-w-full" },
  message: "space-y-2 empty:hidden",
};

export const markup = createMarkup(classes, {
  ...{ Label, Input, TextArea: Textarea, Select: NativeSelect, Option: NativeSelectOption },
});
