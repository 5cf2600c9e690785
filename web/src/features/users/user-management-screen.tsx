import './users.css';
import type { StaffUser } from '@clearwatch/contracts/users.dto';
import { useEffect, useRef, useState } from 'react';
import type { ConfirmQuestion } from '../../components/confirm-dialog.tsx';
import { readDraft } from '../../lib/form-drafts.ts';
import { useFocusMemory } from '../../lib/keyboard-focus.ts';
import { useOpenIdInUrl, useUrlDialog } from '../../lib/use-url-state.ts';
import {
  ConfirmUserActionDialog,
  USER_ACTIONS,
  type UserAction,
  type UserChoice,
  useUserChange,
} from './user-actions.tsx';
import { AddUserDialog, ResetPasswordDialog } from './user-dialogs.tsx';
import { UserDrawer } from './user-drawer.tsx';
import { UsersPanel } from './users-table.tsx';

type OpenDialog =
  | { kind: 'reset-password'; user: StaffUser }
  | { kind: 'confirm'; user: StaffUser; action: UserAction; question: ConfirmQuestion };

export default function UserManagementScreen() {
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const adding = useUrlDialog('add-user');
  // A stored draft opens the dialog after a reload.
  const [hasDraft, setHasDraft] = useState(() => readDraft('user') !== null);
  const details = useOpenIdInUrl('user');
  const [changing, setChanging] = useState<number>();
  const focus = useFocusMemory();
  const comeBack = useRef(focus.comeBack);
  const change = useUserChange(() => undefined);

  // Also when the browser's back button closes the details.
  const isDetailed = details.id !== null;
  useEffect(() => (isDetailed ? comeBack.current : undefined), [isDetailed]);

  const choose = (user: StaffUser, choice: UserChoice, trigger: Element | null): void => {
    focus.leave(trigger);
    if (choice === 'details') return details.open(user.id);
    if (choice === 'resetPassword') return setDialog({ kind: 'reset-password', user });
    const action: UserAction = USER_ACTIONS[choice];
    if (action.question) return setDialog({ kind: 'confirm', user, action, question: action.question(user) });
    setChanging(user.id);
    change.mutate({ call: () => action.call(user), done: action.done, failed: action.failed });
  };
  const close = (): void => {
    setDialog(null);
    focus.comeBack();
  };
  const closeAdding = (): void => {
    setHasDraft(false);
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
      {(adding.isOpen || hasDraft) && <AddUserDialog onClose={closeAdding} />}
      {dialog?.kind === 'reset-password' && <ResetPasswordDialog user={dialog.user} onClose={close} />}
      {dialog?.kind === 'confirm' && <ConfirmUserActionDialog {...dialog} onClose={close} />}
      <UserDrawer userId={details.id} onClose={details.close} />
    </>
  );
}
