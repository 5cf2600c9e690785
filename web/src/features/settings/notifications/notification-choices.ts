import type { NotificationSettings } from '@clearwatch/contracts/notifications.dto';

export interface NotificationChoice {
  field: Exclude<keyof NotificationSettings, 'sarDaysLeft'>;
  label: string;
  note: string;
}

/** What can be told, in the order of the screen. */
export const CHOICES: readonly NotificationChoice[] = [
  {
    field: 'highAlerts',
    label: 'New high-risk alerts',
    note: 'When an analysis is done: how many it has raised.',
  },
  {
    field: 'mediumAlerts',
    label: 'New medium-risk alerts',
    note: 'The same for medium risk.',
  },
  {
    field: 'sarDue',
    label: 'Reports that fall due',
    note: 'Suspicious and escalated alerts that you decided or work on, before their 30 days end, and on the last day.',
  },
  {
    field: 'ownAlerts',
    label: 'Your alerts in other hands',
    note: 'When somebody takes over, gives back or decides an alert that you had taken on, or reopens one that you had decided.',
  },
  {
    field: 'colleaguesImports',
    label: 'Imports of colleagues',
    note: 'When a file that somebody else has brought in is imported, or has failed.',
  },
  {
    field: 'ownReports',
    label: 'Your AI reports',
    note: 'When a report that you asked for is written, or has failed.',
  },
  {
    field: 'emailAlerts',
    label: 'E-mail alerts',
    note: 'The notifications above by e-mail too. Stored now; used when e-mail delivery is set up.',
  },
  {
    field: 'weeklyReports',
    label: 'Weekly reports',
    note: 'A summary of the week by e-mail. Stored now; used when e-mail delivery is set up.',
  },
  {
    field: 'systemUpdates',
    label: 'System updates',
    note: 'Upgrades and maintenance of Clearwatch by e-mail. Stored now; used when e-mail delivery is set up.',
  },
];
