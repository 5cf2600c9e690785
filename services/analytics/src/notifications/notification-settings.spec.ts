import { DEFAULT_NOTIFICATIONS } from '@clearwatch/contracts/notifications.dto';
import { parseNotificationSettings } from './notifications.service.ts';

it.each([[null], [undefined], ['text'], [{}], [{ highAlerts: 'yes', sarDaysLeft: '3', gone: true }]])(
  'settings of %j are the defaults',
  (stored) => {
    expect(parseNotificationSettings(stored)).toEqual(DEFAULT_NOTIFICATIONS);
  },
);

it('settings keep chosen values', () => {
  expect(parseNotificationSettings({ highAlerts: false, sarDaysLeft: 3 })).toEqual({
    ...DEFAULT_NOTIFICATIONS,
    highAlerts: false,
    sarDaysLeft: 3,
  });
});
