import type { StaffSession } from '@clearwatch/contracts/sign-in.dto';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { listSessions } from '../../../api/list-sessions.ts';
import { ConfirmDialog, type Question } from '../../../dialogs/confirm-dialog.tsx';
import { useFocusReturn } from '../../../dialogs/use-focus-return.ts';
import { formatCounted } from '../../../formats/count.ts';
import { Panel } from '../../../panels/panel.tsx';
import { QueryStates } from '../../../panels/panel-states.tsx';
import { SkeletonLines } from '../../../panels/skeleton-lines.tsx';
import { browserOf } from './browser-of.ts';
import { SessionsTable } from './sessions-table.tsx';
import { type Ending, useEndSessions } from './use-end-sessions.ts';

/** Where the user is signed in, and how to end what is not his or no longer needed. */
export function SessionsPanel() {
  const sessions = useQuery(listSessions());
  const [asked, setAsked] = useState<Ending | null>(null);
  const focus = useFocusReturn();
  const close = (): void => {
    setAsked(null);
    focus.comeBack();
  };
  const list = useRef<HTMLDivElement>(null);
  const end = useEndSessions({
    onSettled: () => {
      close();
      // The button that was pressed has gone with its session.
      setTimeout(() => document.activeElement === document.body && list.current?.focus());
    },
  });
  const ask = (ending: Ending): void => {
    focus.leave(document.activeElement);
    setAsked(ending);
  };
  const others = sessions.data?.filter(({ isCurrent }) => !isCurrent) ?? [];

  return (
    <Panel
      title="Where you are signed in"
      className="account-sessions panel-body-flush"
      actions={
        others.length > 0 && (
          <Button size="small" onClick={() => ask({ scope: 'others', count: others.length })}>
            End all others
          </Button>
        )
      }
    >
      <div ref={list} tabIndex={-1} className="account-sessions-list">
        <QueryStates
          query={sessions}
          skeleton={
            <div className="account-sessions-state">
              <SkeletonLines lines={2} height={32} />
            </div>
          }
          failed="Your sessions could not be loaded."
        >
          {(rows: StaffSession[]) => (
            <SessionsTable sessions={rows} onEnd={(session) => ask({ scope: 'one', session })} />
          )}
        </QueryStates>
      </div>
      {asked !== null && (
        <ConfirmDialog
          question={questionAbout(asked)}
          busy={end.isPending}
          onConfirm={() => end.mutate(asked)}
          onCancel={close}
        />
      )}
    </Panel>
  );
}

function questionAbout(ending: Ending): Question {
  const manner = { busyVerb: 'Ending...', danger: true } as const;
  if (ending.scope === 'one') {
    return {
      ...manner,
      title: 'End this session?',
      text: `${browserOf(ending.session)} will be signed out at its next step. What was not saved there is lost.`,
      verb: 'End session',
    };
  }
  return {
    ...manner,
    title: 'End all other sessions?',
    text: `${formatCounted(ending.count, 'other browser')} will be signed out at the next step. You stay signed in here.`,
    verb: 'End all others',
  };
}
