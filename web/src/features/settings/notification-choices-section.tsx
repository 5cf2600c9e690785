import type { NotificationSettings } from '@clearwatch/contracts/notifications.dto';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { InputNumber, Switch } from 'antd';
import { type ReactNode, useId } from 'react';
import {
  getNotificationSettings,
  NOTIFICATION_SETTINGS_KEY,
  saveNotificationSettings,
} from '../../api/notifications-api.ts';
import { Panel, QueryStates, SkeletonLines } from '../../components/panel.tsx';
import { useReportUnsaved, useSectionDraft } from './section-drafts.tsx';

interface NotificationChoice {
  field: Exclude<keyof NotificationSettings, 'sarDaysLeft'>;
  label: string;
  note: string;
}

/** What can be told, in the order of the screen. */
const NOTIFICATION_CHOICES: readonly NotificationChoice[] = [
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

/** Saves what one wants to be told. */
function useSaveNotifications(onSaved: () => void): (settings: NotificationSettings) => Promise<void> {
  const client = useQueryClient();
  return async (settings) => {
    const saved = await saveNotificationSettings(settings);
    // An answer that was asked for before must not come after.
    await client.cancelQueries({ queryKey: NOTIFICATION_SETTINGS_KEY });
    client.setQueryData(getNotificationSettings().queryKey, saved);
    onSaved();
  };
}

/** Nobody else can save them. */
const ONLY_VERSION = 1;
const MAX_DAYS = 29;

function NotificationsForm({ saved }: { saved: NotificationSettings }) {
  const draft = useSectionDraft('notifications', { fields: saved, version: ONLY_VERSION });
  const save = useSaveNotifications(draft.discard);
  const { fields, changes, change } = draft;
  useReportUnsaved(
    'notifications',
    changes === 0
      ? null
      : {
          what: 'notifications',
          changes,
          problems: 0,
          blocker: null,
          discard: draft.discard,
          save: { now: () => save(fields) },
        },
  );
  return (
    <ul className="notification-choices">
      {NOTIFICATION_CHOICES.map((choice) => (
        <ChoiceRow
          key={choice.field}
          choice={choice}
          isOn={fields[choice.field]}
          onChange={(isOn) => change({ [choice.field]: isOn })}
        >
          {choice.field === 'sarDue' && (
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
        </ChoiceRow>
      ))}
    </ul>
  );
}

interface ChoiceRowProps {
  choice: NotificationChoice;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  children: ReactNode;
}

function ChoiceRow({ choice: { label, note }, isOn, onChange, children }: ChoiceRowProps) {
  const id = useId();
  return (
    <li>
      <Switch checked={isOn} onChange={onChange} aria-labelledby={id} aria-describedby={`${id}-note`} />
      <span className="notification-choice">
        <strong id={id}>{label}</strong>
        <span id={`${id}-note`} className="quiet">
          {note}
        </span>
      </span>
      {children}
    </li>
  );
}

/** What tells this person inside of the application; everybody chooses for himself. */
export function NotificationsSection() {
  const settings = useQuery(getNotificationSettings());
  return (
    <Panel
      title="Notifications"
      badges={<span className="quiet">Yours alone. They wait behind the bell, also while you are away.</span>}
    >
      <QueryStates
        query={settings}
        skeleton={<SkeletonLines lines={6} height={40} />}
        failed="What you are told could not be loaded."
      >
        {(saved) => <NotificationsForm saved={saved} />}
      </QueryStates>
    </Panel>
  );
}
