import { LockOutlined, UserOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { ConfirmDialog } from '../../../dialogs/confirm-dialog.tsx';
import { formatTimeOfDay } from '../../../formats/dates.ts';
import type { Assignment } from './use-assignment.ts';
import type { Holder } from './who-has-it.ts';

interface WhoWorksProps {
  holder: Holder;
  assignment: Assignment;
  isAdmin: boolean;
}

/** Who has the alert, and the buttons to take it on, give it back or, for admins, take it over. */
export function WhoWorks({ holder, assignment, isAdmin }: WhoWorksProps) {
  const { by, lockedUntil } = holder;
  const { isBusy, take, giveBack } = assignment;
  const isLockedAway = by === 'another' && lockedUntil !== null;
  return (
    <div className="who-works">
      <output className={isLockedAway ? 'who-works-locked' : 'quiet'}>
        {isLockedAway ? <LockOutlined aria-hidden /> : <UserOutlined aria-hidden />} {wordsOf(holder)}
      </output>
      <span className="who-works-buttons">
        {isLockedAway && isAdmin && <TakeOver holder={holder} assignment={assignment} />}
        {!isLockedAway && !(by === 'me' && lockedUntil !== null) && (
          <Button size="small" disabled={isBusy} onClick={take}>
            Take
          </Button>
        )}
        {by === 'me' && (
          <Button size="small" disabled={isBusy} onClick={giveBack}>
            Give back
          </Button>
        )}
      </span>
    </div>
  );
}

function wordsOf({ by, name, lockedUntil }: Holder): string {
  if (by === 'nobody') return 'Nobody is working on this.';
  if (by === 'me') {
    return lockedUntil === null
      ? 'Assigned to you.'
      : `You are working on this until ${formatTimeOfDay(lockedUntil)}.`;
  }
  return lockedUntil === null
    ? `Assigned to ${name}.`
    : `${name} is working on this until ${formatTimeOfDay(lockedUntil)}.`;
}

function TakeOver({ holder: { name }, assignment }: { holder: Holder; assignment: Assignment }) {
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Button size="small" disabled={assignment.isBusy} onClick={() => setAsks(true)}>
        Take over
      </Button>
      {asks && (
        <ConfirmDialog
          question={{
            title: 'Take this alert over?',
            text: `${name} is working on it. What ${name} has written and not saved cannot be saved any more once you have it.`,
            verb: 'Take over',
            busyVerb: 'Taking over...',
          }}
          busy={false}
          onCancel={() => setAsks(false)}
          onConfirm={() => {
            setAsks(false);
            assignment.take();
          }}
        />
      )}
    </>
  );
}
