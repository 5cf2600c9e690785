import './users.css';
import type { StaffUser } from '@clearwatch/contracts/users.dto';
import { useEffect, useRef, useState } from 'react';
import { readDraft } from '../../lib/form-drafts.ts';
import { useFocusMemory } from '../../lib/keyboard-focus.ts';
import { useOpenIdInUrl, useUrlDialog } from '../../lib/use-url-state.ts';
import { USER_ACTIONS, type UserAction, type UserChoice, useUserChange } from './user-actions.tsx';
import { AddUserDialog, ConfirmUserActionDialog, ResetPasswordDialog } from './user-dialogs.tsx';
import { UserDrawer } from './user-drawer.tsx';
import { UsersPanel } from './users-table.tsx';

/** The one dialog about a user that is open. */
type OpenDialog =
  | { kind: 'reset-password'; user: StaffUser }
  | { kind: 'confirm'; user: StaffUser; act: UserAction };

export default function UserManagementScreen() {
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const adding = useUrlDialog('add-user');
  /** Somebody was begun in this tab and not added. */
  const [isBegun, setIsBegun] = useState(() => readDraft('user') !== null);
  const details = useOpenIdInUrl('user');
  const [changing, setChanging] = useState<number>();
  const focus = useFocusMemory();
  const comeBack = useRef(focus.comeBack);
  const change = useUserChange();

  // However the details are closed, by the browser's way back too.
  const isDetailed = details.id !== null;
  useEffect(() => (isDetailed ? comeBack.current : undefined), [isDetailed]);

  const choose = (user: StaffUser, choice: UserChoice, trigger: Element | null): void => {
    focus.leave(trigger);
    if (choice === 'details') return details.open(user.id);
    if (choice === 'resetPassword') return setDialog({ kind: 'reset-password', user });
    const act: UserAction = USER_ACTIONS[choice];
    if (act.question) return setDialog({ kind: 'confirm', user, act });
    setChanging(user.id);
    change.mutate({ call: () => act.call(user), done: act.done, failed: act.failed });
  };
  const close = (): void => {
    setDialog(null);
    focus.comeBack();
  };
  const closeAdding = (): void => {
    setIsBegun(false);
    if (adding.isOpen) adding.close();
    focus.comeBack();
  };

  return (
    <>
      <UsersPanel
        busyId={change.isPending ? changing : undefined}
        onAdd={(trigger) => {
          focus.leave(trigger);
          adding.open();
        }}
        onChoose={choose}
      />
      {(adding.isOpen || isBegun) && <AddUserDialog onClose={closeAdding} />}
      {dialog?.kind === 'reset-password' && <ResetPasswordDialog user={dialog.user} onClose={close} />}
      {dialog?.kind === 'confirm' && (
        <ConfirmUserActionDialog act={dialog.act} user={dialog.user} onClose={close} />
      )}
      <UserDrawer userId={details.id} onClose={details.close} />
    </>
  );
}
