/** Virtual time since the start of a simulation. */
export function formatTime(milliseconds: number): string {
  const days = Math.floor(milliseconds / 86_400_000);
  const time = new Date(milliseconds % 86_400_000).toISOString().slice(11, 19);
  return days === 0 ? time : `day ${days + 1}, ${time}`;
}

/** Gateway order IDs and digests, as short as people name them. */
export const shorten = (text: string) =>
  text
    .replace(/\b[A-Z0-9]{20}\b/g, (id) => id.slice(0, 5))
    .replace(/\b[0-9a-f]{64}\b/g, (id) => id.slice(0, 5));
