import type { DuplicateRow } from '@clearwatch/contracts/imports.dto';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { keepDuplicate } from '../../../api/change-imports.ts';
import { describeError } from '../../../api/describe-error.ts';
import { IMPORTS_KEY } from '../../../api/list-imports.ts';
import { LEDGER_READS, refresh } from '../../../api/server-events.ts';
import { ConfirmDialog } from '../../../dialogs/confirm-dialog.tsx';
import { formatCount } from '../../../formats/count.ts';
import { formatMoney } from '../../../formats/money.ts';
import { useToasts } from '../../../toasts/toasts.tsx';

interface KeepDialogProps {
  importId: number;
  duplicate: DuplicateRow;
  onClose: () => void;
}

/** The user overrules: what looked like a repeat is an entry of its own. */
export function KeepDialog({ importId, duplicate, onClose }: KeepDialogProps) {
  const toasts = useToasts();
  const client = useQueryClient();
  const { row, amount, transactionType, memberName } = duplicate;
  const keeping = useMutation({
    mutationFn: () => keepDuplicate(importId, row),
    onSuccess: () =>
      toasts.success({
        title: 'Entry Kept',
        description: `Row ${formatCount(row)} is stored as an entry of its own`,
      }),
    onError: (error) =>
      toasts.failure({ title: 'Error', description: describeError(error, 'Failed to keep the entry') }),
    onSettled: async () => {
      await refresh(client, [...LEDGER_READS, IMPORTS_KEY]);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      question={{
        title: `Keep row ${formatCount(row)}?`,
        text: `A second ${transactionType.toLowerCase()} of ${formatMoney(amount)} is stored for ${memberName}, and all figures will count it. It cannot be taken back here.`,
        verb: 'Keep',
        busyVerb: 'Keeping...',
      }}
      busy={keeping.isPending}
      onConfirm={() => keeping.mutate()}
      onCancel={onClose}
    />
  );
}
