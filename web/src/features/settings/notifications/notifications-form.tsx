import type { NotificationSettings } from '@clearwatch/contracts/notifications.dto';
import { InputNumber, Switch } from 'antd';
import { type ReactNode, useId } from 'react';
import { useSectionDraft } from '../draft/use-section-draft.ts';
import { useReportUnsaved } from '../unsaved/unsaved-sections.tsx';
import { CHOICES, type NotificationChoice } from './notification-choices.ts';
import { useSaveNotifications } from './use-save-notifications.ts';

/** Nobody else can save them. */
const ONLY_VERSION = 1;
const MOST_DAYS = 29;

export function NotificationsForm({ saved }: { saved: NotificationSettings }) {
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
          hindrance: null,
          discard: draft.discard,
          save: { now: () => save(fields) },
        },
  );
  return (
    <ul className="notification-choices">
      {CHOICES.map((choice) => (
        <Choice
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
                max={MOST_DAYS}
                precision={0}
                disabled={!fields.sarDue}
                value={fields.sarDaysLeft}
                onChange={(days) => days !== null && change({ sarDaysLeft: days })}
              />
              {fields.sarDaysLeft === 1 ? 'day left' : 'days left'}
            </span>
          )}
        </Choice>
      ))}
    </ul>
  );
}

interface ChoiceProps {
  choice: NotificationChoice;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  children: ReactNode;
}

function Choice({ choice: { label, note }, isOn, onChange, children }: ChoiceProps) {
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
