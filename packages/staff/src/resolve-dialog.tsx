import {
  actionMeaning,
  type ResolveFormFieldName,
  retryResultText,
  type StaffTexts,
} from "@pay-index/core/staff";
import type { PaymentReviewItem, ResolveResult } from "@pay-index/server/staff";
import { useState } from "react";
import type { Notification, TextAreaProps, TextFieldProps } from "./kit.ts";
import {
  findResolveProblem,
  leftText,
  type OperatorAction,
  partsOf,
  type ResolveInput,
  toResolveRequest,
} from "./resolve-form.ts";
import { useStaff } from "./staff-provider.tsx";
import { useDialogForm } from "./use-action.ts";

/** The ids of the fields. */
export const resolveFieldIds = {
  cycle: "pay-index-cycle",
  amount: "pay-index-refund-amount",
  reference: "pay-index-refund-reference",
  note: "pay-index-note",
} as const satisfies Record<ResolveFormFieldName, string>;

const paths = {
  cycle: "cycle",
  note: "note",
  refund: "amount",
  "refund.amount": "amount",
  "refund.reference": "reference",
} as const;

interface Props {
  readonly item: PaymentReviewItem;
  /** The action that is selected first. */
  readonly first: OperatorAction;
  readonly possible: readonly OperatorAction[];
}

/** Asks for the action and its reason. The server adds the operator. */
export function ResolveDialog({ item, first, possible }: Props) {
  const { kit, client, words } = useStaff();
  const { page } = words;
  const amount = item.refundForm?.amount ?? "";
  const state = useState<ResolveInput>({ action: first, note: "", cycle: "", amount, reference: "" });
  const [input, setInput] = state;
  const form = useDialogForm<ResolveFormFieldName, readonly ResolveResult[]>({
    run: () => client.resolve(toResolveRequest(item, input)),
    onSuccess: ([result]) => kit.notify(toResolveNotification(result, words)),
    notDone: page.notRecorded,
    ...{ ids: resolveFieldIds, paths },
  });
  return (
    <kit.Dialog
      {...form.dialog}
      title={page.recordAction}
      onSubmit={() => form.submit(findResolveProblem(item, input, words))}
    >
      <kit.RadioGroup
        label={page.recordAction}
        value={input.action}
        options={possible.map((value) => ({
          value,
          title: words.actions[value].title,
          description: actionMeaning(words, value, item.kind),
        }))}
        onChange={(value) => {
          setInput({ ...input, action: possible.find((each) => each === value) ?? first });
          form.clearProblem();
        }}
      />
      <ResolveFields parts={partsOf(item, input.action)} fieldOf={(name) => form.fieldOf(name, state)} />
    </kit.Dialog>
  );
}

/** Without a result, somebody else has resolved the item. */
function toResolveNotification(result: ResolveResult | undefined, words: StaffTexts): Notification {
  if (result?.outcome === "done") return { tone: "good", title: words.page.recorded };
  const { outcome = "not-run", problem = null } = result ?? {};
  const description = problem ?? retryResultText(words, { outcome });
  return { tone: "waiting", title: words.page.notRecorded, description };
}

interface ResolveFieldsProps {
  readonly parts: ReturnType<typeof partsOf>;
  readonly fieldOf: (name: ResolveFormFieldName) => Omit<TextFieldProps, "label">;
}

function ResolveFields({ parts: { asksCycle, refund }, fieldOf }: ResolveFieldsProps) {
  const { kit, words } = useStaff();
  const { page } = words;
  return (
    <>
      {asksCycle && (
        <kit.TextField {...fieldOf("cycle")} type="number" label={page.whichCycle} hint={page.cycleExample} />
      )}
      {refund !== null && (
        <>
          <kit.TextField
            {...fieldOf("amount")}
            type="amount"
            isRequired={refund.isRequired}
            maxLength={20}
            label={`${page.refundAmount} (${refund.currency})`}
            hint={leftText(refund, page)}
          />
          <kit.TextField
            {...fieldOf("reference")}
            isRequired={refund.isRequired}
            maxLength={100}
            label={page.refundReference}
          />
        </>
      )}
      <NoteField {...fieldOf("note")} />
    </>
  );
}

/** The field for the operator's reason. */
export function NoteField(field: Omit<TextAreaProps, "label" | "rows">) {
  const { kit, words } = useStaff();
  return (
    <kit.TextArea
      {...field}
      rows={4}
      maxLength={2000}
      label={words.page.reason}
      placeholder={words.page.reasonExample}
    />
  );
}
