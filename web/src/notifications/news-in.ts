import type { NotificationList } from '@clearwatch/contracts/notifications.dto';
import type { Toast } from '../toasts/toasts.tsx';
import { wordsOf } from './notification-words.ts';

/** What is new and unread since a notification, as one toast: its words, or how many there are; null: nothing. */
export function newsIn({ newest }: NotificationList, knownId: number): Toast | null {
  const [first, ...others] = newest.filter(({ id, readAt }) => id > knownId && readAt === null);
  if (first === undefined) return null;
  const { title, text } = wordsOf(first);
  if (others.length === 0) return { title, description: text };
  return { title: `${others.length + 1} new notifications`, description: `The newest: ${title}. ${text}.` };
}
