import type { UploadResponse } from '@clearwatch/contracts/http/imports';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { describeError } from '../../api/describe-error.ts';
import { IMPORTS_KEY } from '../../api/list-imports.ts';
import { LEDGER_READS, refresh } from '../../api/server-events.ts';
import { formatCounted } from '../../formats/count.ts';
import { useToasts } from '../../toasts/toasts.tsx';
import { uploadFile } from './upload-file.ts';

/** Sends a file and tells how far it is. Cancelling is not a failure. */
export function useUpload({ onStored }: { onStored: () => void }) {
  const client = useQueryClient();
  const toasts = useToasts();
  const abort = useRef<AbortController>(null);
  const [bytesSent, setBytesSent] = useState(0);

  const upload = useMutation({
    mutationFn: (file: File): Promise<UploadResponse> => {
      abort.current = new AbortController();
      setBytesSent(0);
      return uploadFile({ file, onSent: setBytesSent, signal: abort.current.signal });
    },
    onMutate: () => toasts.clear(),
    onSuccess: (receipt) => {
      toasts.success(announce(receipt));
      onStored();
    },
    onError: (error) => {
      if (abort.current?.signal.aborted) return;
      toasts.failure({ title: 'Upload Failed', description: describeError(error, 'Upload failed') });
    },
    onSettled: () => refresh(client, [...LEDGER_READS, IMPORTS_KEY]),
  });

  useWarningBeforeLeaving(upload.isPending);

  const cancel = (): void => {
    abort.current?.abort(new DOMException('Cancelled', 'AbortError'));
    upload.reset();
  };
  return { upload, bytesSent, cancel };
}

function announce({ state, transactionCount, duplicateCount }: UploadResponse): {
  title: string;
  description: string;
} {
  if (state !== 'completed') {
    return {
      title: 'Upload Received',
      description: 'The file is safe. Reading it goes on, even if you leave.',
    };
  }
  const duplicates = duplicateCount > 0 ? ` (${formatCounted(duplicateCount, 'duplicate')} skipped)` : '';
  return {
    title: 'Upload Successful',
    description: `${formatCounted(transactionCount, 'transaction')} imported${duplicates}`,
  };
}

/** Closing the page while bytes are on their way would lose them. */
function useWarningBeforeLeaving(sending: boolean): void {
  useEffect(() => {
    if (!sending) return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [sending]);
}
