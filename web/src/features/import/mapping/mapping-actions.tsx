import type { CsvMapping, CsvMappingProposal } from '@clearwatch/contracts/csv-mapping.dto';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { discardImport, giveCsvMapping } from '../../../api/change-imports.ts';
import { describeError } from '../../../api/describe-error.ts';
import { IMPORTS_KEY } from '../../../api/list-imports.ts';
import { refresh } from '../../../api/server-events.ts';
import { ConfirmDialog } from '../../../dialogs/confirm-dialog.tsx';
import { useFocusAround } from '../../../dialogs/use-focus-around.ts';
import { keepDraft } from '../../../drafts/drafts.ts';
import { useToasts } from '../../../toasts/toasts.tsx';

interface MappingActionsProps {
  proposal: CsvMappingProposal;
  mapping: CsvMapping;
  /** What keeps the file from being imported by this mapping. */
  missing: string[];
  /** Nobody imports by a mapping whose rows he has not seen. */
  blocked: boolean;
  onDone: () => void;
}

/** Import, leave it for later, or let go of the file. */
export function MappingActions({ proposal, mapping, missing, blocked, onDone }: MappingActionsProps) {
  const { importId, fileName } = proposal;
  const toasts = useToasts();
  const client = useQueryClient();
  const [asksDiscard, setAsksDiscard] = useState(false);
  useFocusAround(asksDiscard);
  const settled = { onSettled: () => refresh(client, [IMPORTS_KEY]) };
  const giving = useMutation({
    mutationFn: () => giveCsvMapping(importId, mapping),
    onSuccess: () => {
      toasts.success({ title: 'Import Started', description: `${fileName} is being read` });
      keepDraft(`mapping.${importId}`, null);
      onDone();
    },
    ...settled,
  });
  const discarding = useMutation({
    mutationFn: () => discardImport(importId),
    onSuccess: () => {
      toasts.success({ title: 'File Discarded', description: `Nothing of ${fileName} was imported` });
      keepDraft(`mapping.${importId}`, null);
      onDone();
    },
    onError: (error) => {
      setAsksDiscard(false);
      toasts.failure({ title: 'Error', description: describeError(error, 'Failed to discard the file') });
    },
    ...settled,
  });
  return (
    <div className="mapping-actions">
      {missing.length > 0 && <Alert type="error" showIcon role="alert" title={missing.join(' ')} />}
      {giving.isError && (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={describeError(giving.error, 'The import could not be started.')}
        />
      )}
      <div className="mapping-buttons">
        <Button danger disabled={giving.isPending} onClick={() => setAsksDiscard(true)}>
          Discard file
        </Button>
        <span className="quiet">The file waits until you decide.</span>
        <Button disabled={giving.isPending} onClick={onDone}>
          Later
        </Button>
        <Button
          type="primary"
          disabled={missing.length > 0 || blocked || giving.isPending}
          onClick={() => giving.mutate()}
        >
          {giving.isPending ? 'Starting...' : 'Import'}
        </Button>
      </div>
      {asksDiscard && (
        <ConfirmDialog
          question={{
            title: 'Discard file?',
            text: `${fileName} will not be imported. To import it after all, upload it again.`,
            verb: 'Discard',
            busyVerb: 'Discarding...',
            danger: true,
          }}
          busy={discarding.isPending}
          onConfirm={() => discarding.mutate()}
          onCancel={() => setAsksDiscard(false)}
        />
      )}
    </div>
  );
}
