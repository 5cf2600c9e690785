import { ConfirmDialog } from '../dialogs/confirm-dialog.tsx';
import { useFocusAround } from '../dialogs/use-focus-around.ts';
import { useToldChange } from '../toasts/use-told-change.ts';
import type { Keeping, Kept } from './kept.ts';

interface DeleteDialogProps<Thing extends Kept> {
  keeping: Keeping<Thing>;
  kept: Thing;
  onClose: () => void;
}

/** The second step before something kept is gone, for colleagues too when it is shared. */
export function DeleteDialog<Thing extends Kept>({ keeping, kept, onClose }: DeleteDialogProps<Thing>) {
  const { words, outdated } = keeping;
  const change = useToldChange(outdated, onClose);
  useFocusAround(true);
  return (
    <ConfirmDialog
      question={{
        title: words.delete,
        text: words.deleteQuestion(kept.name, kept.visibility === 'shared'),
        verb: 'Delete',
        busyVerb: 'Deleting...',
        danger: true,
      }}
      busy={change.isPending}
      onCancel={onClose}
      onConfirm={() =>
        change.mutate({
          call: () => keeping.remove(kept),
          done: words.deleted(kept.name),
          failed: words.deleteFailed,
        })
      }
    />
  );
}
