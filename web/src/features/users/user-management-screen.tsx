import type { StaffUser } from '@clearwatch/contracts/users.dto';
import { useEffect, useRef, useState } from 'react';
import { useDialogInAddress } from '../../addresses/use-dialog-in-address.ts';
import { useOpenedInAddress } from '../../addresses/use-opened-in-address.ts';
import { useFocusReturn } from '../../dialogs/use-focus-return.ts';
import { readDraft } from '../../drafts/drafts.ts';
import { AddUserDialog } from './add-user-dialog.tsx';
import { ConfirmActDialog } from './confirm-act-dialog.tsx';
import { ResetPasswordDialog } from './reset-password-dialog.tsx';
import { useUserChange } from './use-user-change.ts';
import type { UserChoice } from './user-actions.tsx';
import { USER_ACTS, type UserAct } from './user-acts.ts';
import { UserDrawer } from './user-drawer.tsx';
import { UsersPanel } from './users-panel.tsx';
import './users.css';

/** The one dialog about a user that is open. */
type Dialog =
  | { kind: 'reset-password'; user: StaffUser }
  | { kind: 'confirm'; user: StaffUser; act: UserAct };

export default function UserManagementScreen() {
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const adding = useDialogInAddress('add-user');
  /** Somebody was begun in this tab and not added. */
  const [isBegun, setIsBegun] = useState(() => readDraft('user') !== null);
  const details = useOpenedInAddress('user');
  const [changing, setChanging] = useState<number>();
  const focus = useFocusReturn();
  const comeBack = useRef(focus.comeBack);
  const change = useUserChange();

  // However the details are closed, by the browser's way back too.
  const isDetailed = details.id !== null;
  useEffect(() => (isDetailed ? comeBack.current : undefined), [isDetailed]);

  const choose = (user: StaffUser, choice: UserChoice, trigger: Element | null): void => {
    focus.leave(trigger);
    if (choice === 'details') return details.open(user.id);
    if (choice === 'resetPassword') return setDialog({ kind: 'reset-password', user });
    const act: UserAct = USER_ACTS[choice];
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
      {dialog?.kind === 'confirm' && <ConfirmActDialog act={dialog.act} user={dialog.user} onClose={close} />}
      <UserDrawer userId={details.id} onClose={details.close} />
    </>
  );
}
