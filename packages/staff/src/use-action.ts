import type { StaffTexts } from "@pay-index/core/staff";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { StaffApiError } from "./staff-client.ts";
import { useStaff } from "./staff-provider.tsx";
import { errorText } from "./staff-texts.ts";

interface Action<Input, Result> {
  readonly run: (input: Input) => Promise<Result>;
  readonly onSuccess: (result: Result, input: Input) => void;
  /** Says that nothing happened. */
  readonly notDone: string;
}

/** Runs an action of a button, and reads everything again. A message says why it failed. */
export function useAction<Input, Result>({ run, onSuccess, notDone }: Action<Input, Result>) {
  const { kit, words, reload } = useStaff();
  return useMutation({
    mutationFn: run,
    onSuccess,
    onError: (error) => kit.notify({ tone: "bad", title: notDone, description: errorText(words, error) }),
    onSettled: reload,
  });
}

/** A message, and its field. `form`: it is about no field. */
export interface FormProblem<Field extends string> {
  readonly field: Field | "form";
  readonly text: string;
}

interface FailureTexts<Field extends string> {
  readonly words: StaffTexts;
  readonly notDone: string;
  readonly paths: Readonly<Record<string, Field>>;
}

/**
 * Returns why the shop did not take a form: at its field, or about the whole form. Without an answer of the shop, nobody knows whether
 * something happened.
 */
export function toFormProblem<Field extends string>(
  error: Error,
  { words, notDone, paths }: FailureTexts<Field>,
): FormProblem<Field> {
  const { problems, status } = error instanceof StaffApiError ? error : { problems: [], status: 0 };
  const field = problems.flatMap(({ path }) => paths[path] ?? []).at(0);
  if (field !== undefined) return { field, text: error.message };
  const text = errorText(words, error);
  return { field: "form", text: status >= 400 && status < 500 ? `${notDone} ${text}` : text };
}

interface Form<Field extends string, Result> extends Omit<Action<void, Result>, "onSuccess"> {
  /** The ids of the fields. */
  readonly ids: Readonly<Record<Field, string>>;
  /** The fields by the path of the problem that the server reports. */
  readonly paths?: Readonly<Record<string, Field>>;
  /** Displays the result. Then the dialog closes. */
  readonly onSuccess: (result: Result) => void;
}

/**
 * Sends the form of a dialog, and reads everything again. A problem is displayed in the form, which keeps what was typed, and the focus
 * moves to its field. If somebody else was faster, a message says so and the dialog closes.
 */
export function useDialogForm<Field extends string, Result>({
  run,
  onSuccess,
  notDone,
  ids,
  paths = {},
}: Form<Field, Result>) {
  const { kit, words, reload, closeDialog } = useStaff();
  const { page } = words;
  const [problem, setProblem] = useState<FormProblem<Field>>();
  const report = (found: FormProblem<Field>) => {
    setProblem(found);
    if (found.field !== "form") document.getElementById(ids[found.field])?.focus();
  };
  const { mutate, isPending } = useMutation({
    mutationFn: (send: () => Promise<Result>) => send(),
    onSuccess: (result) => {
      onSuccess(result);
      closeDialog();
    },
    onError: (error) => {
      if (!(error instanceof StaffApiError && error.status === 409))
        return report(toFormProblem(error, { words, notDone, paths }));
      const description =
        error.code === "review_item_outdated" ? page.retries["not-run"] : errorText(words, error);
      kit.notify({ tone: "waiting", title: notDone, description });
      closeDialog();
    },
    // Also after an error: the data can have changed since the page was loaded. The form does not wait for it, and can be sent again.
    onSettled: () => void reload(),
  });

  const problemOf = (field: Field | "form") => (problem?.field === field ? problem.text : undefined);
  return {
    /**
     * Sends the form, or displays the problem that was found in it. `useMutation` reads its functions a moment after each change of the
     * form, so it is told what to send: somebody who types and presses Enter at once must not send the amount from before.
     */
    submit: (found?: FormProblem<Field>) => (found === undefined ? mutate(run) : report(found)),
    /** A change removes the displayed problem. */
    clearProblem: () => setProblem(undefined),
    /** The attributes of a required text field, from the state that contains its text. */
    fieldOf: <Name extends Field, Input extends Readonly<Record<Name, string>>>(
      name: Name,
      [input, setInput]: readonly [Input, (changed: Input) => void],
    ) => ({
      id: ids[name],
      isRequired: true,
      value: input[name],
      problem: problemOf(name),
      onChange: (value: string) => {
        setInput({ ...input, [name]: value });
        setProblem(undefined);
      },
    }),
    /** What all dialogs have in common. */
    dialog: {
      description: page.permanent,
      submit: page.record,
      cancel: page.cancel,
      isPending,
      problem: problemOf("form"),
      onClose: closeDialog,
    },
  };
}
