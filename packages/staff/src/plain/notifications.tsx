import { useEffect, useSyncExternalStore } from "react";
import type { Notification } from "../kit.ts";

interface Shown extends Notification {
  readonly id: number;
}

/** How long a message is displayed that is no problem. In milliseconds. */
const displayTime = 10_000;

let shown: readonly Shown[] = [];
let count = 0;
const listeners = new Set<() => void>();

function replace(next: readonly Shown[]) {
  shown = next;
  for (const listener of listeners) listener();
}

/** Displays a message. Problems stay until staff close them. */
export function notify(message: Notification): void {
  count += 1;
  replace([...shown.slice(-4), { ...message, id: count }]);
}

function close(id: number) {
  replace(shown.filter((each) => each.id !== id));
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** The displayed messages, in a live region that always exists. */
export function Notifications({ closeLabel }: { readonly closeLabel: string }) {
  const messages = useSyncExternalStore(subscribe, () => shown);
  return (
    <div className="notifications" role="status">
      {messages.map((message) => (
        <Message key={message.id} message={message} closeLabel={closeLabel} />
      ))}
    </div>
  );
}

function Message({ message, closeLabel }: { readonly message: Shown; readonly closeLabel: string }) {
  const { id, tone, title, description } = message;
  useEffect(() => {
    if (tone === "bad") return undefined;
    const timer = setTimeout(() => close(id), displayTime);
    return () => clearTimeout(timer);
  }, [id, tone]);
  return (
    <div className={`notification ${tone}`}>
      <div>
        <p className="text strong">{title}</p>
        {description !== undefined && <p className="text">{description}</p>}
      </div>
      <button type="button" className="button plain" aria-label={closeLabel} onClick={() => close(id)}>
        ×
      </button>
    </div>
  );
}
