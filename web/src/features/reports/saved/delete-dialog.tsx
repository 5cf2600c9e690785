import type { SavedFilter } from '@clearwatch/contracts/http/transaction-reports';
import { deleteFilter } from '../../../api/report-filters.ts';
import { ConfirmDialog } from '../../../dialogs/confirm-dialog.tsx';
import { useFocusAround } from '../../../dialogs/use-focus-around.ts';
import { useFilterChange } from './use-filter-change.ts';

interface DeleteDialogProps {
  saved: SavedFilter;
  onClose: () => void;
}

/** The second step before saved filters are gone, for colleagues too when they are shared. */
export function DeleteDialog({ saved, onClose }: DeleteDialogProps) {
  const { id, name, visibility } = saved;
  const change = useFilterChange(onClose);
  useFocusAround(true);
  const whose = visibility === 'shared' ? ' They are shared: they go for all colleagues.' : '';
  return (
    <ConfirmDialog
      question={{
        title: 'Delete saved filters',
        text: `Delete the saved filters “${name}”?${whose} No transaction is touched.`,
        verb: 'Delete',
        busyVerb: 'Deleting...',
        danger: true,
      }}
      busy={change.isPending}
      onCancel={onClose}
      onConfirm={() =>
        change.mutate({
          call: () => deleteFilter(id),
          done: { title: 'Filters Deleted', description: `“${name}” is gone.` },
          failed: 'The filters could not be deleted.',
        })
      }
    />
  );
}
