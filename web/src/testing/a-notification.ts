import type { Notification } from '@clearwatch/contracts/notifications.dto';

/** One thing that somebody was told: a test names only what it is about. */
export function aNotification(over: Partial<Notification> = {}): Notification {
  const told: Notification = {
    id: 7,
    kind: 'high_alerts',
    outcome: null,
    subjectId: null,
    count: 3,
    label: null,
    actor: null,
    day: null,
    createdAt: new Date(2026, 10, 20, 9, 30).toISOString(),
    readAt: null,
  };
  return Object.assign(told, over);
}
