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
  highAlerts: {
    label: 'New high-risk alerts',
    note: 'The number of new high-risk alerts after each analysis.',
  },
  mediumAlerts: {
    label: 'New medium-risk alerts',
    note: 'The number of new medium-risk alerts after each analysis.',
  },
  sarDue: {
    label: 'SAR deadlines',
    note: 'Suspicious and escalated alerts that you reviewed or took, a few days before their 30-day deadline and on the last day.',
  },
  ownAlerts: {
    label: 'Changes to your alerts',
    note: 'When a colleague takes over, releases or reviews an alert that you took, or reopens an alert that you reviewed.',
  },
  colleaguesImports: {
    label: 'Imports by colleagues',
    note: 'When a file that a colleague uploaded is imported or fails.',
  },
  ownReports: {
    label: 'Your AI reports',
    note: 'When a report that you requested is ready or fails.',
  },
  emailAlerts: {
    label: 'Email alerts',
    note: 'The notifications above, also by email. No email is sent until email delivery is set up.',
  },
  weeklyReports: {
    label: 'Weekly reports',
    note: 'A weekly summary by email. No email is sent until email delivery is set up.',
  },
  systemUpdates: {
    label: 'System updates',
    note: 'Clearwatch upgrades and maintenance by email. No email is sent until email delivery is set up.',
  },
};

/** Users save only their own settings, so versions never conflict. */
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
      : { what: 'notification settings', changes, problems: 0, blocker: null, discard, save: { now: save } },
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
                  aria-label="Days before the SAR deadline"
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
    <Panel title="Notifications" note="For you only. They stay under the bell until you read them.">
      <QueryStates query={settings} height={40} failed="Your notification settings could not be loaded.">
        {(saved) => <NotificationsForm saved={saved} />}
      </QueryStates>
    </Panel>
  );
}
