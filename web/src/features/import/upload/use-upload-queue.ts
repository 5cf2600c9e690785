import type { UploadResponse } from '@clearwatch/contracts/imports.dto';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { describeError } from '../../../api/describe-error.ts';
import { ApiError } from '../../../api/http.ts';
import { IMPORTS_KEY } from '../../../api/list-imports.ts';
import { LEDGER_READS, refresh } from '../../../api/server-events.ts';
import { formatCounted } from '../../../formats/count.ts';
import { type Toast, useToasts } from '../../../toasts/toasts.tsx';
import type { QueuedUpload } from './queued-upload.ts';
import { UploadQueue, uploads } from './upload-queue.ts';

const UNSUPPORTED_MEDIA_TYPE = 415;

/** The files of this tab and what can be done with them. Each answer is announced and makes the figures be read anew. */
export function useUploadQueue(): { queue: UploadQueue; queued: QueuedUpload[] } {
  const client = useQueryClient();
  const toasts = useToasts();
  const { data: queued = [] } = useQuery(uploads());
  const queue = useMemo(
    () =>
      new UploadQueue(client, {
        onAnswer: (file, answer) => {
          toasts.success(announce(file, answer));
          void refresh(client, [...LEDGER_READS, IMPORTS_KEY]);
        },
        onFailure: (_file, error) => {
          toasts.failure({
            title: isWrongKind(error) ? 'Invalid File Type' : 'Upload Failed',
            description: describeError(error, 'Upload failed'),
          });
          void refresh(client, [IMPORTS_KEY]);
        },
      }),
    [client, toasts],
  );
  return { queue, queued };
}

function isWrongKind(error: unknown): boolean {
  return error instanceof ApiError && error.status === UNSUPPORTED_MEDIA_TYPE;
}

function announce({ name }: File, answer: UploadResponse): Toast {
  const { state, transactionCount, duplicateCount, rejectedCount } = answer;
  if (state === 'needs_mapping') {
    return { title: 'Columns Needed', description: `Say what the columns of ${name} mean to import it.` };
  }
  if (state !== 'completed') {
    return {
      title: 'Upload Received',
      description: 'The file is safe. Reading it goes on, even if you leave.',
    };
  }
  const others = [
    duplicateCount > 0 && `${formatCounted(duplicateCount, 'duplicate')} skipped`,
    rejectedCount > 0 && `${formatCounted(rejectedCount, 'row')} rejected`,
  ].filter((text) => text !== false);
  const rest = others.length > 0 ? ` (${others.join(', ')})` : '';
  return {
    title: 'Upload Successful',
    description: `${formatCounted(transactionCount, 'transaction')} imported${rest}`,
  };
}
