import type { FailedJob } from '@clearwatch/contracts/system-status.dto';
import { CHANGED_BY_JOBS, discardFailedJob } from '../../../../api/system.ts';
import { ConfirmDialog } from '../../../../dialogs/confirm-dialog.tsx';
import { useFocusAround } from '../../../../dialogs/use-focus-around.ts';
import { useToldChange } from '../../../../toasts/use-told-change.ts';

interface DiscardDialogProps {
  job: FailedJob;
  onClose: () => void;
}

/** The second step before a failed job is taken off its queue. */
export function DiscardDialog({ job, onClose }: DiscardDialogProps) {
  const change = useToldChange(CHANGED_BY_JOBS, onClose);
  useFocusAround(true);
  return (
    <ConfirmDialog
      question={{
        title: 'Discard failed job',
        text: `${job.id} is taken off the list. If its work is still open, it is queued again within seconds, as new.`,
        verb: 'Discard',
        busyVerb: 'Discarding...',
        danger: true,
      }}
      busy={change.isPending}
      onCancel={onClose}
      onConfirm={() =>
        change.mutate({
          call: () => discardFailedJob(job),
          done: { title: 'Job Discarded', description: `${job.id} is off the list.` },
          failed: 'The job could not be discarded.',
        })
      }
    />
  );
}
