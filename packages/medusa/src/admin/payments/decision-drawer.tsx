import { Button, Drawer, RadioGroup, toast } from "@medusajs/ui";
import { meaningOf } from "@pay-index/core/staff";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Decision, decide, type Item } from "./admin-api.ts";
import { CycleField } from "./cycle-field.tsx";
import { type FieldProblem, fieldOf, useDecisionForm } from "./decision-form.ts";
import { NoteField } from "./note-field.tsx";
import { RefundFields } from "./refund-fields.tsx";
import { useWords } from "./words.ts";

interface Props {
  readonly item: Item;
  readonly first: Decision;
  readonly possible: readonly Decision[];
  onClose(): void;
}

/** Asks for the decision and its ground. The server adds who decided. */
export function DecisionDrawer({ item, first, possible, onClose }: Props) {
  const { page } = useWords();
  const client = useQueryClient();
  const form = useDecisionForm(item, first);
  const { action, refund, note, problem } = form;
  const { mutate, isPending } = useMutation({
    mutationFn: () => decide(item.id, form.decision),
    onSuccess: async () => {
      toast.success(page.recorded);
      onClose();
      await client.invalidateQueries();
    },
    onError: ({ message }) => {
      const field = fieldOf(message);
      if (field === undefined) toast.error(page.notRecorded, { description: message });
      else report({ field, text: message });
    },
  });

  function report(found: FieldProblem) {
    form.setProblem(found);
    const prefix = found.field === "cycle" ? "" : "refund-";
    document.getElementById(`pay-index-${prefix}${found.field}`)?.focus();
  }

  function submit() {
    const found = form.findProblem();
    if (found === undefined) mutate();
    else report(found);
  }

  return (
    <Drawer open onOpenChange={(open) => !open && onClose()}>
      <Drawer.Content>
        <form
          noValidate
          className="flex flex-1 flex-col overflow-hidden"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <Drawer.Header>
            <Drawer.Title>{page.decide}</Drawer.Title>
            <Drawer.Description>{page.forGood}</Drawer.Description>
          </Drawer.Header>
          <Drawer.Body className="flex flex-col gap-y-6 overflow-y-auto" data-testid="pay-index-decision">
            <Choice kind={item.kind} possible={possible} action={action} onChoose={form.setAction} />
            {form.asksCycle && (
              <CycleField cycle={form.cycle} problem={problem?.text} onChange={form.setCycle} />
            )}
            {refund !== null && (
              <RefundFields
                refund={refund}
                typed={form.typed}
                problem={
                  problem === undefined || problem.field === "cycle"
                    ? undefined
                    : { ...problem, field: problem.field }
                }
                onChange={form.setTyped}
              />
            )}
            <NoteField note={note} onChange={form.setNote} />
          </Drawer.Body>
          <Drawer.Footer>
            <Button type="button" size="small" variant="secondary" onClick={onClose}>
              {page.cancel}
            </Button>
            <Button type="submit" size="small" isLoading={isPending} disabled={note.trim() === ""}>
              {page.record}
            </Button>
          </Drawer.Footer>
        </form>
      </Drawer.Content>
    </Drawer>
  );
}

interface ChoiceProps {
  readonly kind: Item["kind"];
  readonly possible: readonly Decision[];
  readonly action: Decision;
  onChoose(decision: Decision): void;
}

function Choice({ kind, possible, action, onChoose }: ChoiceProps) {
  const words = useWords();
  return (
    <RadioGroup
      aria-label={words.page.decide}
      value={action}
      onValueChange={(value) => onChoose(possible.find((each) => each === value) ?? action)}
    >
      {possible.map((decision) => (
        <RadioGroup.ChoiceBox
          key={decision}
          value={decision}
          label={words.decisions[decision].title}
          description={meaningOf(words, decision, kind)}
        />
      ))}
    </RadioGroup>
  );
}
