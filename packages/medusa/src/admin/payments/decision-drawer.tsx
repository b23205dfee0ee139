import { Button, Drawer, Label, RadioGroup, Textarea, toast } from "@medusajs/ui";
import { meaningOf, namesCycle } from "@pay-index/core/staff";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Decision, decide, type Item } from "./admin-api.ts";
import { CycleField } from "./cycle-field.tsx";
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
  const [action, setAction] = useState(first);
  const [note, setNote] = useState("");
  const [cycle, setCycle] = useState("");
  const [problem, setProblem] = useState<string>();
  const asksCycle = namesCycle(item.kind, action);
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      decide(item.id, { action, note: note.trim(), ...(asksCycle ? { cycle: Number(cycle) } : {}) }),
    onSuccess: async () => {
      toast.success(page.recorded);
      onClose();
      await client.invalidateQueries();
    },
    onError: ({ message }) => {
      if (asksCycle) setProblem(message);
      else toast.error(page.notRecorded, { description: message });
    },
  });
  return (
    <Drawer open onOpenChange={(open) => !open && onClose()}>
      <Drawer.Content>
        <form
          className="flex flex-1 flex-col overflow-hidden"
          onSubmit={(event) => {
            event.preventDefault();
            mutate();
          }}
        >
          <Drawer.Header>
            <Drawer.Title>{page.decide}</Drawer.Title>
            <Drawer.Description>{page.forGood}</Drawer.Description>
          </Drawer.Header>
          <Drawer.Body className="flex flex-col gap-y-6 overflow-y-auto" data-testid="pay-index-decision">
            <Choice kind={item.kind} possible={possible} action={action} onChoose={setAction} />
            {asksCycle && (
              <CycleField
                cycle={cycle}
                problem={problem}
                onChange={(named) => {
                  setCycle(named);
                  setProblem(undefined);
                }}
                onProblem={setProblem}
              />
            )}
            <div className="flex flex-col gap-y-2">
              <Label htmlFor="pay-index-note">{page.ground}</Label>
              <Textarea
                id="pay-index-note"
                value={note}
                required
                maxLength={2000}
                rows={4}
                placeholder={page.groundExample}
                onChange={(event) => setNote(event.target.value)}
              />
            </div>
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
