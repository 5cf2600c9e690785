import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  CloseOutlined,
  LoadingOutlined,
} from '@ant-design/icons';
import { MAX_DOCUMENTS_PER_UPLOAD } from '@clearwatch/contracts/upload-limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ComponentType, useRef, useState } from 'react';
import { ApiError } from '../../api/api-client.ts';
import { PARSE_JOBS_KEY, uploadDocuments } from '../../api/documents-api.ts';
import { describeError } from '../../api/error-messages.ts';
import { DropZone } from '../../components/drop-zone.tsx';
import { Panel } from '../../components/panel.tsx';
import { useToasts } from '../../components/toasts.tsx';
import { formatBytes, formatQuantity } from '../../lib/number-format.ts';

/** A document in the list, from choosing to the ledger (spec section 4). */
type SelectedDocument = {
  /** Of this list only. */
  key: number;
  file: File;
} & (
  | { step: 'pending' | 'uploading' }
  | { step: 'processing' | 'completed'; jobId: string }
  | { step: 'failed'; error: string }
);

const SUPPORTED_TYPES: ReadonlySet<string> = new Set([
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'text/plain',
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/tiff',
]);
/** Some systems give a file no type, or another one's. */
const SUPPORTED_NAMES = /\.(pdf|docx|txt|jpe?g|png|webp|tiff?)$/i;

export interface FileSelection {
  taken: File[];
  /** The first that is of no supported type. */
  foreign: File | null;
  /** Whether they are too many; then none is taken. */
  isTooMany: boolean;
}

/** What may join the list: supported types, each name and size once, 20 in all (spec section 5). */
function selectDocuments(files: readonly File[], listed: readonly SelectedDocument[]): FileSelection {
  const foreign = files.find((file) => !isSupported(file)) ?? null;
  const known = new Set(listed.map(({ file }) => fileKey(file)));
  const taken = files.filter((file) => {
    if (!isSupported(file) || known.has(fileKey(file))) return false;
    known.add(fileKey(file));
    return true;
  });
  const isTooMany = listed.length + taken.length > MAX_DOCUMENTS_PER_UPLOAD;
  return { taken: isTooMany ? [] : taken, foreign, isTooMany };
}

const isSupported = ({ type, name }: File): boolean =>
  SUPPORTED_TYPES.has(type) || SUPPORTED_NAMES.test(name);
const fileKey = ({ name, size }: File): string => `${size} ${name}`;

const STEP_LABELS: Record<
  SelectedDocument['step'],
  { Icon: ComponentType<{ 'aria-hidden'?: boolean }>; words: string }
> = {
  pending: { Icon: ClockCircleOutlined, words: 'Pending' },
  uploading: { Icon: LoadingOutlined, words: 'Uploading' },
  processing: { Icon: LoadingOutlined, words: 'Processing' },
  completed: { Icon: CheckCircleOutlined, words: 'Completed' },
  failed: { Icon: CloseCircleOutlined, words: 'Failed' },
};

/** A file of the list with where it stands. */
function DocumentRow({ document, onRemove }: { document: SelectedDocument; onRemove: () => void }) {
  const { file, step } = document;
  const { Icon, words } = STEP_LABELS[step];
  const isUnderWay = step === 'uploading' || step === 'processing';
  return (
    <li className="document-row">
      <span className="document-name">
        <strong>{file.name}</strong>
        <span className="quiet">{formatBytes(file.size)}</span>
        {step === 'failed' && <span className="document-error">{document.error}</span>}
      </span>
      <span className={`document-step document-step-${step}`}>
        <Icon aria-hidden /> {words}
      </span>
      <Button
        type="text"
        size="small"
        icon={<CloseOutlined aria-hidden />}
        aria-label={`Remove ${file.name}`}
        disabled={isUnderWay}
        onClick={onRemove}
      />
    </li>
  );
}

/** The jobs' list is read again after about a second (spec section 7): by then the first pages are read. */
const REFRESH_DELAY_MS = 1_000;

export interface DocumentUploads {
  list: readonly SelectedDocument[];
  isUploading: boolean;
  add: (files: readonly File[]) => void;
  remove: (key: number) => void;
  upload: () => void;
  /** What has become of the job of a file in the list. */
  settle: (jobId: string, outcome: { step: 'completed' } | { step: 'failed'; error: string }) => void;
}

export function useDocumentUploads(): DocumentUploads {
  const [list, setList] = useState<readonly SelectedDocument[]>([]);
  const keys = useRef(0);
  const toasts = useToasts();
  const client = useQueryClient();
  const sending = useMutation({ mutationFn: uploadDocuments });

  const add = (files: readonly File[]): void => {
    const { taken, foreign, isTooMany } = selectDocuments(files, list);
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
          setTimeout(() => void client.invalidateQueries({ queryKey: PARSE_JOBS_KEY }), REFRESH_DELAY_MS);
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

/** From so many on the list says how many more fit. */
const REMAINING_HINT_FROM = 15;

/** Choose, look, send: up to twenty documents at once. */
export function DocumentUploadCard({ documents }: { documents: DocumentUploads }) {
  const { list, isUploading, add, remove, upload } = documents;
  const pending = list.filter(({ step }) => step === 'pending').length;
  const left = MAX_DOCUMENTS_PER_UPLOAD - list.length;
  return (
    <Panel
      title="Bulk Document Upload"
      badges={<span className="quiet">PDF, DOCX, TXT, JPEG, PNG, WebP, TIFF</span>}
    >
      <DropZone what="documents" accept=".pdf,.docx,.txt,.jpg,.jpeg,.png,.webp,.tif,.tiff" onFiles={add}>
        <span className="quiet">
          Up to {MAX_DOCUMENTS_PER_UPLOAD} files of 50 MB. They are read on the premises unless an extraction
          service is set up.
        </span>
      </DropZone>
      {list.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <ul className="document-list" aria-label="Selected documents" tabIndex={0}>
          {list.map((document) => (
            <DocumentRow key={document.key} document={document} onRemove={() => remove(document.key)} />
          ))}
        </ul>
      )}
      {list.length >= REMAINING_HINT_FROM && (
        <output className="quiet">
          {left === 0
            ? 'The list is full.'
            : `You can add ${formatQuantity(left, 'more file', 'more files')}.`}
        </output>
      )}
      <div className="document-start">
        <Button type="primary" disabled={pending === 0 || isUploading} onClick={upload}>
          {isUploading ? 'Uploading...' : `Upload & Extract${pending > 1 ? ` ${pending} files` : ''}`}
        </Button>
      </div>
    </Panel>
  );
}
