import type { Suppression } from '@clearwatch/contracts/alerts.dto';
import { activityLabel } from '@clearwatch/domain/detection/activity-label';
import { maskAccount } from '@clearwatch/domain/members/member-names';
import { liftSuppression } from '../../../api/suppressions.ts';
import { ConfirmDialog } from '../../../dialogs/confirm-dialog.tsx';
import { useFocusAround } from '../../../dialogs/use-focus-around.ts';
import { useSuppressionChange } from './use-suppression-change.ts';

interface LiftDialogProps {
  suppression: Suppression;
  onClose: () => void;
}

/** The second step before a rule speaks again about an account. */
export function LiftDialog({ suppression, onClose }: LiftDialogProps) {
  const { id, activityType, memberName, accountNumber } = suppression;
  const change = useSuppressionChange(onClose);
  useFocusAround(true);
  const label = activityLabel(activityType);
  return (
    <ConfirmDialog
      question={{
        title: 'Lift suppression',
        text: `${label} will raise alerts about ${memberName} (${maskAccount(accountNumber)}) again from the next analysis on.`,
        verb: 'Lift',
        busyVerb: 'Lifting...',
      }}
      busy={change.isPending}
      onCancel={onClose}
      onConfirm={() =>
        change.mutate({
          call: () => liftSuppression(id),
          done: { title: 'Suppression Lifted', description: `${label} speaks again about ${memberName}.` },
          failed: 'The suppression could not be lifted.',
        })
      }
    />
  );
}
