import { screen, waitFor } from '@testing-library/react';
import { aUser } from '../../testing/api-core-fixtures.ts';
import { openApp } from '../../testing/open-app.tsx';
import { aSettingsServer } from './testing/settings-fixtures.ts';

const GET = 'GET /api/settings/notifications';
const PUT = 'PUT /api/settings/notifications';
const saved = {
  highAlerts: true,
  mediumAlerts: false,
  colleaguesImports: false,
  ownReports: true,
  sarDue: true,
  sarDaysLeft: 7,
  ownAlerts: true,
  emailAlerts: false,
  weeklyReports: false,
  systemUpdates: false,
};

it('a user chooses their notifications and saves them with the other settings [spec 2.16.1]', async () => {
  const changed = { ...saved, mediumAlerts: true, sarDaysLeft: 3 };
  const server = aSettingsServer()
    .on('GET /api/auth/user', { body: aUser({ role: 'User' }) })
    .on(GET, { body: saved })
    .on(PUT, { body: changed });
  const user = openApp('/settings?section=notifications');
  const medium = await screen.findByRole('switch', { name: 'New medium-risk alerts' });
  expect(medium).not.toBeChecked();
  await user.click(medium);
  const days = screen.getByRole('spinbutton', { name: 'Days before the SAR deadline' });
  await user.clear(days);
  await user.type(days, '3');
  expect(screen.getByText('2 unsaved changes')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Save Settings' }));
  expect(await screen.findByText('Settings Saved')).toBeVisible();
  expect(server.requestsTo(PUT)[0]?.body).toEqual(changed);
  await waitFor(() => expect(screen.queryByText(/unsaved change/)).not.toBeInTheDocument());
  expect(medium).toBeChecked();
});

it('email alerts, weekly reports and system updates are saved with a notice that no email is sent yet [spec 3.19]', async () => {
  const changed = { ...saved, emailAlerts: true, weeklyReports: true, systemUpdates: true };
  const server = aSettingsServer().on(GET, { body: saved }).on(PUT, { body: changed });
  const user = openApp('/settings?section=notifications');
  for (const name of ['Email alerts', 'Weekly reports', 'System updates']) {
    const choice = await screen.findByRole('switch', { name });
    expect(choice).not.toBeChecked();
    expect(choice).toHaveAccessibleDescription(/No email is sent until email delivery is set up\.$/);
    await user.click(choice);
  }
  await user.click(screen.getByRole('button', { name: 'Save Settings' }));
  expect(await screen.findByText('Settings Saved')).toBeVisible();
  expect(server.requestsTo(PUT)[0]?.body).toEqual(changed);
});
