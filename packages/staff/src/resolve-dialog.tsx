import {
  actionMeaning,
  type ResolveFormFieldName,
  retryResultText,
  type StaffTexts,
} from "@pay-index/core/staff";
import type { PaymentReviewItem, ResolveResult } from "@pay-index/server/staff";
import { useState } from "react";
import type { Notification } from "./kit.ts";
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
  const [input, setInput] = useState<ResolveInput>({
    action: first,
    note: "",
    cycle: "",
    amount,
    reference: "",
  });
  const form = useDialogForm<ResolveFormFieldName, readonly ResolveResult[]>({
    run: () => client.resolve(toResolveRequest(item, input)),
    onSuccess: ([result]) => kit.notify(toResolveNotification(result, words)),
    notDone: page.notRecorded,
    ...{ ids: resolveFieldIds, paths },
  });
  const change = (changed: Partial<ResolveInput>) => {
    setInput({ ...input, ...changed });
    form.clearProblem();
  };
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
        onChange={(value) => change({ action: possible.find((each) => each === value) ?? first })}
      />
      <ResolveFields item={item} input={input} problemOf={form.problemOf} onChange={change} />
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
  readonly item: PaymentReviewItem;
  readonly input: ResolveInput;
  readonly problemOf: (field: ResolveFormFieldName) => string | undefined;
  readonly onChange: (changed: Partial<ResolveInput>) => void;
}

function ResolveFields({ item, input, problemOf, onChange }: ResolveFieldsProps) {
  const { kit, words } = useStaff();
  const { page } = words;
  const { asksCycle, refund } = partsOf(item, input.action);
  const fieldOf = (name: ResolveFormFieldName) => ({
    id: resolveFieldIds[name],
    value: input[name],
    problem: problemOf(name),
    onChange: (value: string) => onChange({ [name]: value }),
  });
  return (
    <>
      {asksCycle && (
        <kit.TextField
          {...fieldOf("cycle")}
          type="number"
          isRequired
          label={page.whichCycle}
          hint={page.cycleExample}
        />
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

interface NoteFieldProps {
  readonly value: string;
  readonly problem: string | undefined;
  readonly onChange: (note: string) => void;
}

/** The field for the operator's reason. */
export function NoteField(field: NoteFieldProps) {
  const { kit, words } = useStaff();
  return (
    <kit.TextArea
      {...field}
      id={resolveFieldIds.note}
      isRequired
      rows={4}
      maxLength={2000}
      label={words.page.reason}
      placeholder={words.page.reasonExample}
    />
  );
}
