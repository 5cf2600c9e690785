import type { StaffUser } from '@clearwatch/contracts/users.dto';
import { ConfirmDialog } from '../../dialogs/confirm-dialog.tsx';
import { useUserChange } from './use-user-change.ts';
import type { UserAct } from './user-acts.ts';

interface ConfirmActDialogProps {
  act: UserAct;
  user: StaffUser;
  onClose: () => void;
}

/** Asks, then does. */
export function ConfirmActDialog({ act, user, onClose }: ConfirmActDialogProps) {
  const change = useUserChange(onClose);
  const question = act.question?.(user);
  if (question === undefined) return null;
  return (
    <ConfirmDialog
      question={question}
      busy={change.isPending}
      onConfirm={() => change.mutate({ call: () => act.call(user), done: act.done, failed: act.failed })}
      onCancel={onClose}
    />
  );
}
