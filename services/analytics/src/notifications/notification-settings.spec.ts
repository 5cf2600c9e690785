import { DEFAULT_NOTIFICATIONS } from '@clearwatch/contracts/notifications.dto';
import { parseNotificationSettings } from './notifications.service.ts';

it.each([[null], [undefined], ['text'], [{}], [{ highAlerts: 'yes', sarDaysLeft: '3', gone: true }]])(
  'uses the default settings for %j',
  (stored) => {
    expect(parseNotificationSettings(stored)).toEqual(DEFAULT_NOTIFICATIONS);
  },
);

it('keeps chosen values', () => {
  expect(parseNotificationSettings({ highAlerts: false, sarDaysLeft: 3 })).toEqual({
    ...DEFAULT_NOTIFICATIONS,
    highAlerts: false,
    sarDaysLeft: 3,
  });
});
