/** The validation message below a field. Empty if the value is valid, or was not checked yet. */
export function FieldProblemMessage({ id, text }: Readonly<{ id: string; text: string | undefined }>) {
  if (text === undefined) return null;
  return (
    <p
      id={id}
      role="alert"
      className="whitespace-pre-line wrap-anywhere border-l-2 border-destructive pl-2 text-sm font-medium"
    >
      {text}
    </p>
  );
}
