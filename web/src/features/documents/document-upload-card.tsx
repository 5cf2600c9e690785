import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  CloseOutlined,
  LoadingOutlined,
  QuestionCircleOutlined,
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

/** Spec section 4. */
type DocumentStep =
  | { step: 'pending' | 'uploading' | 'needs_columns' | 'completed' }
  | { step: 'processing'; jobId: string }
  | { step: 'failed'; error: string };

type SelectedDocument = { key: number; file: File } & DocumentStep;

const SUPPORTED_TYPES: ReadonlySet<string> = new Set([
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'text/plain',
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/tiff',
]);
/** Some systems report no file type or a wrong one. */
const SUPPORTED_NAMES = /\.(pdf|docx|txt|jpe?g|png|webp|tiff?)$/i;

/** Skips unsupported types and repeated files. Accepts none if the list would exceed 20 files (spec section 5). */
function selectDocuments(files: readonly File[], listed: readonly SelectedDocument[]) {
  const known = new Set(listed.map(({ file }) => fileKey(file)));
  const accepted = files.filter((file) => {
    if (!isSupported(file) || known.has(fileKey(file))) return false;
    known.add(fileKey(file));
    return true;
  });
  const isTooMany = listed.length + accepted.length > MAX_DOCUMENTS_PER_UPLOAD;
  return {
    taken: isTooMany ? [] : accepted,
    unsupported: files.find((file) => !isSupported(file)),
    isTooMany,
  };
}

const isSupported = ({ type, name }: File): boolean => SUPPORTED_TYPES.has(type) || SUPPORTED_NAMES.test(name);
const fileKey = ({ name, size }: File): string => `${size} ${name}`;

const STEP_LABELS: Record<
  SelectedDocument['step'],
  { Icon: ComponentType<{ 'aria-hidden'?: boolean }>; text: string }
> = {
  pending: { Icon: ClockCircleOutlined, text: 'Pending' },
  uploading: { Icon: LoadingOutlined, text: 'Uploading' },
  processing: { Icon: LoadingOutlined, text: 'Processing' },
  needs_columns: { Icon: QuestionCircleOutlined, text: 'Columns needed' },
  completed: { Icon: CheckCircleOutlined, text: 'Completed' },
  failed: { Icon: CloseCircleOutlined, text: 'Failed' },
};

function DocumentRow({ document, onRemove }: { document: SelectedDocument; onRemove: () => void }) {
  const { file, step } = document;
  const { Icon, text } = STEP_LABELS[step];
  return (
    <li className="document-row">
      <span className="document-name">
        <strong>{file.name}</strong>
        <span className="quiet">{formatBytes(file.size)}</span>
        {step === 'failed' && <span className="document-error">{document.error}</span>}
      </span>
      <span className={`document-step document-step-${step}`}>
        <Icon aria-hidden /> {text}
      </span>
      <Button
        type="text"
        size="small"
        icon={<CloseOutlined aria-hidden />}
        aria-label={`Remove ${file.name}`}
        disabled={step === 'uploading' || step === 'processing'}
        onClick={onRemove}
      />
    </li>
  );
}

/** Spec section 7. */
const REFRESH_DELAY_MS = 1_000;

export interface DocumentUploads {
  list: readonly SelectedDocument[];
  isUploading: boolean;
  add: (files: readonly File[]) => void;
  remove: (key: number) => void;
  upload: () => void;
  settle: (jobId: string, outcome: DocumentStep) => void;
}

export function useDocumentUploads(): DocumentUploads {
  const [list, setList] = useState<readonly SelectedDocument[]>([]);
  const keys = useRef(0);
  const toasts = useToasts();
  const client = useQueryClient();
  const sending = useMutation({ mutationFn: uploadDocuments });

  const advance = (nextStepOf: (document: SelectedDocument) => DocumentStep | undefined): void =>
    setList((current) =>
      current.map((document): SelectedDocument => {
        const next = nextStepOf(document);
        return next === undefined ? document : { key: document.key, file: document.file, ...next };
      }),
    );

  const add = (files: readonly File[]): void => {
    const { taken: accepted, unsupported, isTooMany } = selectDocuments(files, list);
    if (isTooMany)
      toasts.failure({
        title: 'File Limit Exceeded',
        description: `You can upload a maximum of ${MAX_DOCUMENTS_PER_UPLOAD} files at once. You currently have ${list.length} files and are trying to add ${files.length} more.`,
      });
    else if (unsupported !== undefined)
      toasts.failure({
        title: 'Invalid File Type',
        description: `${unsupported.name} is not a supported file type. Supported types: PDF, DOCX, TXT, JPEG, PNG, WebP, TIFF.`,
      });
    setList((current) => [
      ...current,
      ...accepted.map((file) => ({ key: (keys.current += 1), file, step: 'pending' as const })),
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
    const positions = new Map(pending.map(({ key }, position) => [key, position]));
    const advanceSent = (step: DocumentStep): void => advance(({ key }) => (positions.has(key) ? step : undefined));
    advanceSent({ step: 'uploading' });
    sending.mutate(
      pending.map(({ file }) => file),
      {
        onSuccess: ({ jobs }) => {
          advance(({ key }) => {
            const job = jobs[positions.get(key) ?? -1];
            if (job === undefined) return undefined;
            return job.status === 'success' && job.jobId !== null
              ? { step: 'processing', jobId: job.jobId }
              : { step: 'failed', error: job.error ?? 'Upload failed' };
          });
          setTimeout(() => void client.invalidateQueries({ queryKey: PARSE_JOBS_KEY }), REFRESH_DELAY_MS);
        },
        onError: (error) => {
          const description = describeError(
            error,
            error instanceof ApiError ? `Upload failed: ${error.status}` : 'Upload failed',
          );
          advanceSent({ step: 'failed', error: description });
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
      advance((document) => (document.step === 'processing' && document.jobId === jobId ? outcome : undefined)),
  };
}

const REMAINING_HINT_FROM = 15;

export function DocumentUploadCard({ documents }: { documents: DocumentUploads }) {
  const { list, isUploading, add, remove, upload } = documents;
  const pending = list.filter(({ step }) => step === 'pending').length;
  const left = MAX_DOCUMENTS_PER_UPLOAD - list.length;
  return (
    <Panel title="Bulk Document Upload" note="PDF, DOCX, TXT, JPEG, PNG, WebP, TIFF">
      <DropZone what="documents" accept=".pdf,.docx,.txt,.jpg,.jpeg,.png,.webp,.tif,.tiff" onFiles={add}>
        <span className="quiet">
          Up to {MAX_DOCUMENTS_PER_UPLOAD} files, 50 MB each. They are read on your institution’s own server unless an
          extraction service is set up.
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
          {left === 0 ? 'The list is full.' : `You can add ${formatQuantity(left, 'more file', 'more files')}.`}
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
