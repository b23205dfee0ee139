/** Why the value of a field was not taken. Nothing where it was not looked at, or was taken. */
export function FieldProblem({ id, text }: Readonly<{ id: string; text: string | undefined }>) {
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
