import type { NotificationSettings } from '@clearwatch/contracts/notifications.dto';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { InputNumber, Switch } from 'antd';
import { useId } from 'react';
import {
  getNotificationSettings,
  NOTIFICATION_SETTINGS_KEY,
  saveNotificationSettings,
} from '../../api/notifications-api.ts';
import { Panel, QueryStates } from '../../components/panel.tsx';
import { useReportUnsaved, useSectionDraft } from './section-drafts.tsx';

type NotificationChoice = Exclude<keyof NotificationSettings, 'sarDaysLeft'>;

const NOTIFICATION_CHOICES: Record<NotificationChoice, { label: string; note: string }> = {
  highAlerts: { label: 'New high-risk alerts', note: 'When an analysis is done: how many it has raised.' },
  mediumAlerts: { label: 'New medium-risk alerts', note: 'The same for medium risk.' },
  sarDue: {
    label: 'Reports that fall due',
    note: 'Suspicious and escalated alerts that you decided or work on, before their 30 days end, and on the last day.',
  },
  ownAlerts: {
    label: 'Your alerts in other hands',
    note: 'When somebody takes over, gives back or decides an alert that you had taken on, or reopens one that you had decided.',
  },
  colleaguesImports: {
    label: 'Imports of colleagues',
    note: 'When a file that somebody else has brought in is imported, or has failed.',
  },
  ownReports: {
    label: 'Your AI reports',
    note: 'When a report that you asked for is written, or has failed.',
  },
  emailAlerts: {
    label: 'E-mail alerts',
    note: 'The notifications above by e-mail too. Stored now; used when e-mail delivery is set up.',
  },
  weeklyReports: {
    label: 'Weekly reports',
    note: 'A summary of the week by e-mail. Stored now; used when e-mail delivery is set up.',
  },
  systemUpdates: {
    label: 'System updates',
    note: 'Upgrades and maintenance of Clearwatch by e-mail. Stored now; used when e-mail delivery is set up.',
  },
};

/** Only the user can save them, so there are no other versions. */
const ONLY_VERSION = 1;
const MAX_DAYS = 29;

function NotificationsForm({ saved }: { saved: NotificationSettings }) {
  const client = useQueryClient();
  const baseId = useId();
  const { fields, changes, change, discard } = useSectionDraft('notifications', {
    fields: saved,
    version: ONLY_VERSION,
  });
  const save = async (): Promise<void> => {
    const settings = await saveNotificationSettings(fields);
    // An older response must not replace the saved settings.
    await client.cancelQueries({ queryKey: NOTIFICATION_SETTINGS_KEY });
    client.setQueryData(getNotificationSettings().queryKey, settings);
    discard();
  };
  useReportUnsaved(
    'notifications',
    changes === 0
      ? null
      : { what: 'notifications', changes, problems: 0, blocker: null, discard, save: { now: save } },
  );
  return (
    <ul className="notification-choices">
      {(Object.keys(NOTIFICATION_CHOICES) as NotificationChoice[]).map((field) => {
        const { label, note } = NOTIFICATION_CHOICES[field];
        const id = `${baseId}-${field}`;
        return (
          <li key={field}>
            <Switch
              checked={fields[field]}
              onChange={(isOn) => change({ [field]: isOn })}
              aria-labelledby={id}
              aria-describedby={`${id}-note`}
            />
            <span className="notification-choice">
              <strong id={id}>{label}</strong>
              <span id={`${id}-note`} className="quiet">
                {note}
              </span>
            </span>
            {field === 'sarDue' && (
              <span className="notification-days">
                <InputNumber
                  aria-label="Days left when you are told"
                  min={1}
                  max={MAX_DAYS}
                  precision={0}
                  disabled={!fields.sarDue}
                  value={fields.sarDaysLeft}
                  onChange={(days) => days !== null && change({ sarDaysLeft: days })}
                />
                {fields.sarDaysLeft === 1 ? 'day left' : 'days left'}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

export function NotificationsSection() {
  const settings = useQuery(getNotificationSettings());
  return (
    <Panel title="Notifications" note="Yours alone. They wait behind the bell, also while you are away.">
      <QueryStates query={settings} height={40} failed="What you are told could not be loaded.">
        {(saved) => <NotificationsForm saved={saved} />}
      </QueryStates>
    </Panel>
  );
}
