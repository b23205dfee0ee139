import encodeQr from "qr";
import { useMemo } from "react";

/** Modules around the code, without which cameras do not find it. */
const quietZone = 4;

/** A text as a QR code. White behind it, because in a dark page many cameras do not read it. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const rows = useMemo(() => encodeQr(text, "raw", { ecc: "medium", border: quietZone }), [text]);
  const path = rows
    .flatMap((cells, y) => cells.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${rows.length} ${rows.length}`} width="200" height="200">
      <rect width="100%" height="100%" fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
