import type { Notification, NotificationList } from '@clearwatch/contracts/notifications.dto';
import type { Toast } from '../../components/toasts.tsx';
import { accountChangeText, approvalLabel } from '../../lib/admin-action-labels.ts';
import { formatDay } from '../../lib/date-format.ts';
import { formatQuantity } from '../../lib/number-format.ts';

export interface NotificationText {
  title: string;
  text: string;
  address: string;
}

const OWN_ALERT_TEXTS: Readonly<Record<string, string>> = {
  assigned: 'took over your alert',
  released: 'released your alert',
  reviewed: 'reviewed your alert',
  reopened: 'reopened an alert that you reviewed',
};

export function notificationText(notification: Notification): NotificationText {
  switch (notification.kind) {
    case 'high_alerts':
      return newAlertsText(notification, 'high');
    case 'medium_alerts':
      return newAlertsText(notification, 'medium');
    case 'import':
      return {
        title: notification.outcome === 'failed' ? 'Import failed' : 'Import finished',
        text: `${notification.label ?? 'A file'}, imported by ${notification.actor ?? 'an unknown user'}`,
        address: `/import?import=${notification.subjectId}`,
      };
    case 'report':
      return {
        title: notification.outcome === 'failed' ? 'Report failed' : 'Report ready',
        text: notification.label ?? '',
        address: `/ai-reports?report=${notification.subjectId}`,
      };
    case 'sar_due':
      return {
        title: notification.outcome === 'due' ? 'SAR due today' : 'SAR due soon',
        text: `The 30-day period for alert ${notification.subjectId} ends on ${notification.day === null ? 'an unknown date' : formatDay(notification.day)}`,
        address: `/fraud?alert=${notification.subjectId}`,
      };
    case 'own_alert':
      return {
        title: `Alert ${notification.subjectId}`,
        text: `${notification.actor ?? 'Another user'} ${OWN_ALERT_TEXTS[notification.outcome ?? ''] ?? 'changed your alert'}`,
        address: `/fraud?alert=${notification.subjectId}`,
      };
    case 'account':
      return {
        title: 'Your account was changed',
        text: accountChangeText({ kind: notification.outcome, by: notification.actor ?? 'Another user' }),
        address: '/account',
      };
    case 'approval':
      return {
        title: 'Approval needed',
        text: `${notification.actor ?? 'Another admin'} requested: ${approvalLabel(notification.label)}`,
        address: '/settings?section=security',
      };
  }
}

function newAlertsText({ count, subjectId }: Notification, risk: 'high' | 'medium'): NotificationText {
  return {
    title: `New ${risk}-risk ${count === 1 ? 'alert' : 'alerts'}`,
    text: `Detection raised ${formatQuantity(count, `${risk}-risk alert`)}`,
    address: subjectId === null ? `/fraud?riskLevel=${risk}` : `/fraud?alert=${subjectId}`,
  };
}

export function newNotificationToast({ newest }: NotificationList, knownId: number): Toast | null {
  const [first, ...others] = newest.filter(({ id, readAt }) => id > knownId && readAt === null);
  if (first === undefined) return null;
  const { title, text } = notificationText(first);
  if (others.length === 0) return { title, description: text };
  return { title: `${others.length + 1} new notifications`, description: `Newest: ${title}. ${text}.` };
}
