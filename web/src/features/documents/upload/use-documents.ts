import { MAX_DOCUMENTS_PER_UPLOAD } from '@clearwatch/contracts/upload-limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { describeError } from '../../../api/describe-error.ts';
import { ApiError } from '../../../api/http.ts';
import { PARSE_JOBS_KEY, uploadDocuments } from '../../../api/parse-jobs.ts';
import { useToasts } from '../../../toasts/toasts.tsx';
import { choose, type SelectedDocument } from './selected-document.ts';

/** The jobs' list is read again after about a second (spec section 7): by then the first pages are read. */
const LOOK_AFTER_MS = 1_000;

export interface Documents {
  list: readonly SelectedDocument[];
  isUploading: boolean;
  add: (files: readonly File[]) => void;
  remove: (key: number) => void;
  upload: () => void;
  /** What has become of the job of a file in the list. */
  settle: (jobId: string, outcome: { step: 'completed' } | { step: 'failed'; error: string }) => void;
}

export function useDocuments(): Documents {
  const [list, setList] = useState<readonly SelectedDocument[]>([]);
  const keys = useRef(0);
  const toasts = useToasts();
  const client = useQueryClient();
  const sending = useMutation({ mutationFn: uploadDocuments });

  const add = (files: readonly File[]): void => {
    const { taken, foreign, isTooMany } = choose(files, list);
    if (isTooMany)
      toasts.failure({
        title: 'File Limit Exceeded',
        description: `You can upload a maximum of ${MAX_DOCUMENTS_PER_UPLOAD} files at once. You currently have ${list.length} files and are trying to add ${files.length} more.`,
      });
    else if (foreign !== null)
      toasts.failure({
        title: 'Invalid File Type',
        description: `${foreign.name} is not a supported file type. Supported types: PDF, DOCX, TXT, JPEG, PNG, WebP, TIFF.`,
      });
    setList((current) => [
      ...current,
      ...taken.map((file) => ({ key: (keys.current += 1), file, step: 'pending' as const })),
    ]);
  };

  const upload = (): void => {
    const pending = list.filter(({ step }) => step === 'pending');
    if (pending.length === 0) {
      toasts.failure({
        title: 'No Files Selected',
        description: 'Please select documents to upload and extract.',
      });
      return;
    }
    toasts.clear();
    const sent = new Set(pending.map(({ key }) => key));
    setList((current) => current.map((one) => (sent.has(one.key) ? { ...one, step: 'uploading' } : one)));
    sending.mutate(
      pending.map(({ file }) => file),
      {
        onSuccess: ({ jobs }) => {
          setList((current) =>
            current.map((one) => {
              const answer = sent.has(one.key)
                ? jobs[pending.findIndex(({ key }) => key === one.key)]
                : undefined;
              if (answer === undefined) return one;
              return answer.status === 'success' && answer.jobId !== null
                ? { key: one.key, file: one.file, step: 'processing', jobId: answer.jobId }
                : { key: one.key, file: one.file, step: 'failed', error: answer.error ?? 'Upload failed' };
            }),
          );
          setTimeout(() => void client.invalidateQueries({ queryKey: PARSE_JOBS_KEY }), LOOK_AFTER_MS);
        },
        onError: (error) => {
          const description = describeError(
            error,
            error instanceof ApiError ? `Upload failed: ${error.status}` : 'Upload failed',
          );
          setList((current) =>
            current.map((one) =>
              sent.has(one.key) ? { key: one.key, file: one.file, step: 'failed', error: description } : one,
            ),
          );
          toasts.failure({ title: 'Bulk Upload Failed', description });
        },
      },
    );
  };

  return {
    list,
    isUploading: sending.isPending,
    add,
    remove: (key) => setList((current) => current.filter((one) => one.key !== key)),
    upload,
    settle: (jobId, outcome) =>
      setList((current) =>
        current.map((one): SelectedDocument => {
          if (one.step !== 'processing' || one.jobId !== jobId) return one;
          return outcome.step === 'completed'
            ? { key: one.key, file: one.file, step: 'completed', jobId }
            : { key: one.key, file: one.file, step: 'failed', error: outcome.error };
        }),
      ),
  };
}
