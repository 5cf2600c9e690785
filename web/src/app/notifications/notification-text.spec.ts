import { NOTIFICATION_KINDS } from '@clearwatch/contracts/notifications.dto';
import { aNotification } from '../../testing/api-core-fixtures.ts';
import { newNotificationToast, notificationText } from './notification-text.ts';

const list = (...newest: ReturnType<typeof aNotification>[]) => ({ unread: newest.length, newest });

describe('toast', () => {
  it('the toast announces only unread notifications newer than the last known one', () => {
    expect(newNotificationToast(list(aNotification({ id: 7 })), 7)).toBeNull();
    expect(newNotificationToast(list(aNotification({ id: 8, readAt: '2026-11-20T09:00:00Z' })), 7)).toBeNull();
    expect(newNotificationToast(list(aNotification({ id: 8 }), aNotification({ id: 7 })), 7)).toEqual({
      title: 'New high-risk alerts',
      description: 'Detection raised 3 high-risk alerts',
    });
  });

  it('several new notifications are combined into one toast', () => {
    expect(newNotificationToast(list(aNotification({ id: 9 }), aNotification({ id: 8 })), 7)).toEqual({
      title: '2 new notifications',
      description: 'Newest: New high-risk alerts. Detection raised 3 high-risk alerts.',
    });
  });
});

describe('notification texts', () => {
  it('an alert notification counts alerts and links to the list, or to a single alert', () => {
    expect(notificationText(aNotification())).toEqual({
      title: 'New high-risk alerts',
      text: 'Detection raised 3 high-risk alerts',
      address: '/fraud?riskLevel=high',
    });
    expect(notificationText(aNotification({ kind: 'medium_alerts', count: 1, subjectId: 40 }))).toEqual({
      title: 'New medium-risk alert',
      text: 'Detection raised 1 medium-risk alert',
      address: '/fraud?alert=40',
    });
  });

  it('an import notification names the file and the user who imported it and links to the receipt', () => {
    const notification = aNotification({
      kind: 'import',
      outcome: 'failed',
      subjectId: 12,
      label: 'n.ach',
      actor: 'ben',
    });
    expect(notificationText(notification)).toEqual({
      title: 'Import failed',
      text: 'n.ach, imported by ben',
      address: '/import?import=12',
    });
    expect(notificationText(aNotification({ kind: 'import', outcome: 'stored' })).title).toBe('Import finished');
  });

  it('notifications name the report, the SAR due date and the action of another user', () => {
    expect(
      notificationText(aNotification({ kind: 'report', outcome: 'completed', subjectId: 5, label: 'Fraud' })),
    ).toEqual({
      title: 'Report ready',
      text: 'Fraud',
      address: '/ai-reports?report=5',
    });
    expect(
      notificationText(aNotification({ kind: 'sar_due', outcome: 'ahead', subjectId: 40, day: '2026-12-01' })).text,
    ).toBe('The 30-day period for alert 40 ends on Dec 1, 2026');
    expect(
      notificationText(aNotification({ kind: 'own_alert', outcome: 'reopened', subjectId: 40, actor: 'cleo' })),
    ).toEqual({
      title: 'Alert 40',
      text: 'cleo reopened an alert that you reviewed',
      address: '/fraud?alert=40',
    });
  });

  it.each(NOTIFICATION_KINDS)('the title and address of a notification are never empty for %s', (kind) => {
    const { title, address } = notificationText(aNotification({ kind, subjectId: 1 }));
    expect([title, address]).toEqual([expect.stringMatching(/\w/), expect.stringMatching(/^\//)]);
  });
});
