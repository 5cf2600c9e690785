import { DEFAULT_NOTIFICATIONS } from '@clearwatch/contracts/notifications.dto';
import { parseNotificationSettings } from './notifications.service.ts';

it.each([[null], [undefined], ['text'], [{}], [{ highAlerts: 'yes', sarDaysLeft: '3', gone: true }]])(
  'notification settings are the default settings when %j is stored',
  (stored) => {
    expect(parseNotificationSettings(stored)).toEqual(DEFAULT_NOTIFICATIONS);
  },
);

it('notification settings keep the values that the user chose', () => {
  expect(parseNotificationSettings({ highAlerts: false, sarDaysLeft: 3 })).toEqual({
    ...DEFAULT_NOTIFICATIONS,
    highAlerts: false,
    sarDaysLeft: 3,
  });
});
