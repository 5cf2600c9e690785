import type { ImportSummary } from '@clearwatch/contracts/imports.dto';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { retryImport } from '../../../api/change-imports.ts';
import { describeError } from '../../../api/describe-error.ts';
import { IMPORTS_KEY } from '../../../api/list-imports.ts';
import { refresh } from '../../../api/server-events.ts';
import { useToasts } from '../../../toasts/toasts.tsx';

interface ImportActionProps {
  summary: ImportSummary;
  onReceipt: () => void;
  onMapping: () => void;
}

/** The one thing to do next with an import. */
export function ImportAction({ summary, onReceipt, onMapping }: ImportActionProps) {
  const { state, fileName } = summary;
  if (state === 'needs_mapping') {
    return (
      <Button size="small" type="primary" aria-label={`Choose columns of ${fileName}`} onClick={onMapping}>
        Choose columns
      </Button>
    );
  }
  if (state === 'failed') return <RetryButton summary={summary} />;
  return (
    <Button size="small" aria-label={`Receipt of ${fileName}`} onClick={onReceipt}>
      Receipt
    </Button>
  );
}

/** The file is still on the server: nobody has to find it again. */
function RetryButton({ summary: { importId, fileName } }: { summary: ImportSummary }) {
  const toasts = useToasts();
  const client = useQueryClient();
  const retrying = useMutation({
    mutationFn: () => retryImport(importId),
    onSuccess: () =>
      toasts.success({ title: 'Import Started', description: `${fileName} is being read again` }),
    onError: (error) =>
      toasts.failure({ title: 'Error', description: describeError(error, 'Failed to try again') }),
    onSettled: () => refresh(client, [IMPORTS_KEY]),
  });
  return (
    <Button
      size="small"
      aria-label={`Try again: import of ${fileName}`}
      disabled={retrying.isPending}
      onClick={() => retrying.mutate()}
    >
      {retrying.isPending ? 'Trying...' : 'Try again'}
    </Button>
  );
}
