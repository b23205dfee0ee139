import { useId, useLayoutEffect, useRef } from "react";
import type { DialogProps } from "../kit.ts";
import { plainMarkup } from "./plain-markup.ts";

/** A dialog of the browser, which keeps the focus inside. */
export function Dialog({
  title,
  description,
  submit,
  cancel,
  isPending,
  isQuestion = false,
  problem,
  children,
  onSubmit,
  onClose,
}: DialogProps) {
  const id = useId();
  const dialog = useModal();
  return (
    <dialog
      ref={dialog}
      role={isQuestion ? "alertdialog" : undefined}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-description`}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <form
        noValidate
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending) onSubmit();
        }}
      >
        <h2 id={`${id}-title`}>{title}</h2>
        <p id={`${id}-description`} className="text muted">
          {description}
        </p>
        {children}
        {problem !== undefined && (
          <plainMarkup.Text look="bad" role="alert">
            {problem}
          </plainMarkup.Text>
        )}
        <div className="row end">
          <button type="button" className="button secondary" onClick={onClose}>
            {cancel}
          </button>
          <button type="submit" className="button primary" aria-busy={isPending || undefined}>
            {submit}
          </button>
        </div>
      </form>
    </dialog>
  );
}

/** Opens the dialog as long as it is rendered. Then the focus returns, or goes to the page if its element is gone. */
function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    const opened = dialog.current;
    opened?.showModal();
    return () => {
      opened?.close();
      const target = before?.isConnected ? before : document.querySelector("main");
      if (target instanceof HTMLElement) target.focus();
    };
  }, []);
  return dialog;
}
