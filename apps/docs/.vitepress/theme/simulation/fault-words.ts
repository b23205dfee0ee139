import type { FaultName } from "../../../../../tests/simulation/faults.ts";

/** Every fault of the simulation: what the reader can do, by where it happens. */
export const faultGroups: Readonly<Record<string, Partial<Record<FaultName, string>>>> = {
  Notifications: {
    "notification lost": "Lose a notification",
    "notification doubled": "Double a notification",
    "notification late": "Delay a notification",
    "notification never sent": "Never send a notification",
    "acknowledgement lost": "Lose the OK of the shop",
    "forged message": "Send a forged notification",
  },
  "Shop and database": {
    "process dies": "End the process",
    "process pauses": "Pause the process",
    "clock jumps": "Set the clock wrong",
    "connection lost before": "Lose the connection before COMMIT",
    "connection lost after": "Lose the connection after COMMIT",
    "database slow": "Delay the database",
    "database away": "Stop the database",
    deadlock: "Cause a deadlock",
    "backup restored": "Restore a backup",
    "standby promoted": "Promote a standby",
    "shop throws": "Let onPaid throw",
    "shop hangs": "Let onPaid hang",
    "shop refuses": "Refuse the order",
  },
  "Sale and its reply": {
    "request lost": "Lose the request",
    "request doubled": "Double the request",
    "reply lost": "Lose the reply",
    "reply garbled": "Damage the reply",
    "gateway refuses": "Reject the sale",
    "gateway says duplicate": "Report a duplicate order",
    "order changes": "Change the cart",
  },
  Money: {
    "charge declined": "Decline the charge",
    "many declines": "Report 50 declines",
    "gateway charges twice": "Charge twice",
    "gateway reports another amount": "Report another amount",
    "money goes back": "Refund at the gateway",
  },
  "Query, refund and subscription": {
    "operation unanswered": "Lose the reply to an operation",
    "operation refused": "Refuse an operation",
    "reply forged": "Forge the reply",
    "reply of another order": "Reply about another order",
    "gateway reports something odd": "Report a wrong cycle",
    "subscription closed": "Close the subscription",
  },
};

export const faultWords = Object.assign({}, ...Object.values(faultGroups)) as Record<FaultName, string>;
