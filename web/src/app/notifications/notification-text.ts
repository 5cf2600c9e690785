import type { Notification, NotificationList } from '@clearwatch/contracts/notifications.dto';
import type { Toast } from '../../components/toasts.tsx';
import { formatDay } from '../../lib/date-format.ts';
import { formatQuantity } from '../../lib/number-format.ts';

export interface NotificationText {
  title: string;
  text: string;
  /** Where it leads. */
  address: string;
}

const OWN_ALERT_TEXTS: Readonly<Record<string, string>> = {
  assigned: 'has taken over an alert that was yours',
  released: 'has given back an alert that was yours',
  reviewed: 'has decided an alert that was yours',
  reopened: 'has reopened an alert that you had decided',
};

/** What a person is told, in words, and where to look. */
export function notificationText(told: Notification): NotificationText {
  switch (told.kind) {
    case 'high_alerts':
      return newAlertsText(told, 'high');
    case 'medium_alerts':
      return newAlertsText(told, 'medium');
    case 'import':
      return {
        title: told.outcome === 'failed' ? 'Import failed' : 'Import finished',
        text: `${told.label ?? 'A file'}, brought in by ${told.actor ?? 'somebody'}`,
        address: `/import?import=${told.subjectId}`,
      };
    case 'report':
      return {
        title: told.outcome === 'failed' ? 'Report failed' : 'Report ready',
        text: told.label ?? '',
        address: `/ai-reports?report=${told.subjectId}`,
      };
    case 'sar_due':
      return {
        title: told.outcome === 'due' ? 'Report due today' : 'Report due soon',
        text: `The 30 days of alert ${told.subjectId} end on ${told.day === null ? 'an unknown day' : formatDay(told.day)}`,
        address: `/fraud?alert=${told.subjectId}`,
      };
    case 'own_alert':
      return {
        title: `Alert ${told.subjectId}`,
        text: `${told.actor ?? 'Somebody'} ${OWN_ALERT_TEXTS[told.outcome ?? ''] ?? 'has changed an alert that was yours'}`,
        address: `/fraud?alert=${told.subjectId}`,
      };
  }
}

function newAlertsText({ count, subjectId }: Notification, risk: 'high' | 'medium'): NotificationText {
  return {
    title: `New ${risk}-risk ${count === 1 ? 'alert' : 'alerts'}`,
    text: `Detection has raised ${formatQuantity(count, `${risk}-risk alert`)}`,
    address: subjectId === null ? `/fraud?riskLevel=${risk}` : `/fraud?alert=${subjectId}`,
  };
}

/** What is new and unread since a notification, as one toast: its words, or how many there are; null: nothing. */
export function newNotificationToast({ newest }: NotificationList, knownId: number): Toast | null {
  const [first, ...others] = newest.filter(({ id, readAt }) => id > knownId && readAt === null);
  if (first === undefined) return null;
  const { title, text } = notificationText(first);
  if (others.length === 0) return { title, description: text };
  return { title: `${others.length + 1} new notifications`, description: `The newest: ${title}. ${text}.` };
}
