import { FileTextOutlined } from '@ant-design/icons';
import type { ImportSummary, UploadResponse } from '@clearwatch/contracts/imports.dto';
import { useQuery } from '@tanstack/react-query';
import { Alert, type AlertProps, Button, Progress } from 'antd';
import { Link } from 'react-router-dom';
import { requestIdOf } from '../../api/error-messages.ts';
import { getReceipt, listImports } from '../../api/imports-api.ts';
import { DropZone } from '../../components/drop-zone.tsx';
import { ErrorText, RequestIdNote } from '../../components/error-notices.tsx';
import { Fact } from '../../components/figure-cards.tsx';
import { Panel } from '../../components/panel.tsx';
import { useToasts } from '../../components/toasts.tsx';
import { formatBytes, formatCount, formatQuantity } from '../../lib/number-format.ts';
import { importProgress } from './import-status-label.tsx';
import { isFullySent, isUploadActive, type QueuedUpload, useUploadQueue } from './upload-queue.ts';
import { useOpenedImport } from './use-opened-import.ts';

/** Spec section 8 defines the JSON sentence. */
function uploadAdvice({ name }: { name: string }): string {
  return /\.json(\.gz)?$/i.test(name)
    ? 'Please check your JSON file format and try again.'
    : 'Please check the format of the file and try again.';
}

export function UploadFailure({ file, error }: { file: File; error: unknown }) {
  const requestId = requestIdOf(error);
  return (
    <Alert
      type="error"
      showIcon
      title={<ErrorText error={error} fallback="Upload failed" />}
      description={
        <>
          <p>{uploadAdvice(file)}</p>
          {requestId !== null && <RequestIdNote id={requestId} />}
        </>
      }
    />
  );
}

/** The import from the first page of the history, or from its own receipt once newer imports have displaced it. */
function useImportSummary(importId: number): ImportSummary | undefined {
  const { data: newest } = useQuery(listImports());
  const listed = newest?.items.find((one) => one.importId === importId);
  const oldest = newest?.items.at(-1);
  const isDisplaced = listed === undefined && oldest !== undefined && oldest.importId > importId;
  const { data: receipt } = useQuery({ ...getReceipt(importId), enabled: isDisplaced });
  return listed ?? (isDisplaced ? receipt : undefined);
}

/** The outcome of a sent file. While the server reads it, the list of imports has the newest state. */
export function UploadOutcome({ file, uploaded }: { file: File; uploaded: UploadResponse }) {
  const opened = useOpenedImport();
  const listed = useImportSummary(uploaded.importId);
  const isUndone = listed?.state === 'undoing' || listed?.state === 'undone';
  // A response that reports a completed import is newer than the list, unless the import has been undone.
  const outcome = uploaded.state === 'completed' && !isUndone ? uploaded : (listed ?? uploaded);
  const { importId, state } = outcome;

  if (state === 'failed') {
    return (
      <Alert
        type="error"
        showIcon
        title={listed?.failure ?? 'The file could not be imported. Nothing from it was stored.'}
        description={uploadAdvice(file)}
      />
    );
  }
  if (state === 'needs_mapping') {
    return (
      <StatusAlert
        type="warning"
        title="What do the columns mean?"
        description="Nothing from the file is stored until someone chooses its columns."
        action={
          <Button type="primary" onClick={() => opened.openMapping(importId)}>
            Choose columns
          </Button>
        }
      />
    );
  }
  if (isUndone) {
    return (
      <StatusAlert
        type="warning"
        title={importProgress(listed).text}
        action={<Button onClick={() => opened.open(importId)}>Show receipt</Button>}
      />
    );
  }
  if (state !== 'completed') {
    return (
      <StatusAlert
        type="info"
        title="The file is saved and is being read"
        description={listed ? importProgress(listed).text : 'This continues even if you leave the page.'}
      />
    );
  }
  const counts = {
    'Transactions stored': outcome.transactionCount,
    Members: outcome.memberCount,
    'Duplicates skipped': outcome.duplicateCount,
    'Rows rejected': outcome.rejectedCount,
  };
  return (
    <section className="upload-outcome" aria-label={`Import result for ${file.name}`}>
      <dl>
        {Object.entries(counts).map(([term, count]) => (
          <Fact key={term} term={term} value={formatCount(count)} />
        ))}
      </dl>
      {listed !== undefined && listed.unbalancedCount > 0 && (
        <Alert
          type="error"
          showIcon
          title="Not balanced: the file's own control totals do not match its entries."
          action={<Button onClick={() => opened.open(importId, 'totals')}>Show control totals</Button>}
        />
      )}
      <div className="upload-outcome-actions">
        <Button onClick={() => opened.open(importId)}>Show receipt</Button>
        {listed !== undefined && listed.warningCount > 0 && (
          <Button onClick={() => opened.open(importId, 'warnings')}>
            Show {formatQuantity(listed.warningCount, 'warning')}
          </Button>
        )}
        {outcome.rejectedCount > 0 && (
          <Button onClick={() => opened.open(importId, 'rejects')}>Show rejected rows</Button>
        )}
        <Link to="/">See the dashboard</Link>
      </div>
    </section>
  );
}

function StatusAlert(props: Pick<AlertProps, 'type' | 'title' | 'description' | 'action'>) {
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- Alert draws its own element
  return <Alert {...props} showIcon role="status" />;
}

/** Files that cannot contain transactions. The server checks the content of all others. */
const UNSUPPORTED_TYPES = /^(image|audio|video|font)\/|^application\/(pdf|zip|msword|vnd\.(ms-|openxmlformats|oasis))/;
const UNSUPPORTED_NAMES =
  /\.(pdf|docx?|xlsx?|xlsm|pptx?|ods|odt|rtf|zip|7z|rar|png|jpe?g|gif|bmp|tiff?|webp|heic|svg|mp[34]|mov|exe|dll|msi|html?)$/i;
const WORKBOOK_NAME = /\.(xlsx?|xlsm|ods)$/i;

/** Null for an acceptable file. A `.csv` may have any type: some systems call it a spreadsheet. */
function unsupportedFileReason({ name, type }: { name: string; type: string }): string | null {
  if (WORKBOOK_NAME.test(name)) return 'Please save the workbook as CSV and select that file.';
  const isForeign = UNSUPPORTED_NAMES.test(name) || (UNSUPPORTED_TYPES.test(type) && !/\.csv(\.gz)?$/i.test(name));
  return isForeign ? 'Please select a JSON, CSV or NACHA file.' : null;
}

const POLL_INTERVAL_MS = 1_000;

function UploadProgress({ file, bytesSent }: { file: File; bytesSent: number }) {
  const isThisFile = ({ fileName, fileSize, state }: ImportSummary): boolean =>
    fileName === file.name &&
    fileSize === file.size &&
    (state === 'received' || state === 'importing' || state === 'stored');
  const isSent = bytesSent >= file.size;
  const { data: newest } = useQuery({
    ...listImports(),
    // Events update only imports that are already in the list.
    refetchInterval: ({ state }) => (isSent && !state.data?.items.some(isThisFile) ? POLL_INTERVAL_MS : false),
  });
  // Found by name and size: the response with the import's id arrives only at the end.
  const running = newest?.items.find(isThisFile);
  const { percent, text } = running
    ? importProgress(running)
    : {
        // The multipart body is a little longer than the file.
        percent: file.size === 0 ? 100 : Math.min(100, Math.floor((bytesSent / file.size) * 100)),
        text: !isSent
          ? `Sending: ${formatBytes(Math.min(bytesSent, file.size))} of ${formatBytes(file.size)}`
          : 'Sent. Reading the file...',
      };
  return (
    <div className="upload-progress">
      {/* The key prevents the bar from moving backward when reading begins. */}
      <Progress
        key={running === undefined ? 'sending' : 'reading'}
        percent={percent}
        status="active"
        aria-label="Upload progress"
      />
      <output>{text}</output>
    </div>
  );
}

interface UploadRowProps {
  upload: QueuedUpload;
  onCancel: () => void;
  onDismiss: () => void;
  onRetry: () => void;
}

function UploadRow({ upload, onCancel, onDismiss, onRetry }: UploadRowProps) {
  const { file, step } = upload;
  const canCancel = step.at !== 'answered' && !isFullySent(upload);
  return (
    <li className="upload-row">
      <div className="upload-file">
        <FileTextOutlined className="upload-file-icon" aria-hidden />
        <div className="upload-file-what">
          <strong>{file.name}</strong>
          <span className="quiet">
            {formatBytes(file.size)}
            {step.at === 'waiting' && ' · waiting for earlier files'}
          </span>
        </div>
        {step.at === 'failed' && (
          <Button aria-label={`Try again: ${file.name}`} onClick={onRetry}>
            Try again
          </Button>
        )}
        {canCancel ? (
          <Button aria-label={`Cancel ${file.name}`} onClick={onCancel}>
            Cancel
          </Button>
        ) : (
          <Button aria-label={`Dismiss ${file.name}`} onClick={onDismiss}>
            Dismiss
          </Button>
        )}
      </div>
      {step.at === 'sending' && <UploadProgress file={file} bytesSent={step.bytesSent} />}
      {step.at === 'failed' && <UploadFailure file={file} error={step.error} />}
      {step.at === 'answered' && <UploadOutcome file={file} uploaded={step.answer} />}
    </li>
  );
}

/** Accepts files with an unknown extension or none, because NACHA files often have no meaningful one. */
export function UploadCard() {
  const toasts = useToasts();
  const { queue, queued } = useUploadQueue();

  const choose = (files: File[]): void => {
    const [foreign, ...others] = files.filter((file) => unsupportedFileReason(file) !== null);
    if (foreign !== undefined) {
      const reason = unsupportedFileReason(foreign) ?? '';
      const which = others.length === 0 ? foreign.name : `${foreign.name} and ${others.length} more`;
      const description = files.length === 1 ? reason : `${which}: ${reason}`;
      toasts.failure({ title: 'Invalid File Type', description });
    }
    queue.add(files.filter((file) => unsupportedFileReason(file) === null));
  };
  const chosen = queued.filter(({ step }) => step.at === 'chosen').length;
  return (
    <Panel title="JSON Data Import" note="also NACHA and CSV">
      <DropZone what="files" onFiles={choose}>
        <span>
          JSON, NACHA (.ach, .txt or no extension) and CSV, optionally compressed with gzip. The format is detected from
          the content.
        </span>
        <span className="quiet">Up to 2 GB each. Importing a file twice is safe: repeated entries are skipped.</span>
      </DropZone>
      {queued.length > 0 && (
        <ul className="upload-list" aria-label="Chosen files">
          {queued.map((upload) => (
            <UploadRow
              key={upload.id}
              upload={upload}
              onCancel={() => queue.remove(upload)}
              onDismiss={() => queue.dismiss(upload)}
              onRetry={() => {
                toasts.clear();
                queue.retry(upload);
              }}
            />
          ))}
        </ul>
      )}
      {(chosen > 0 || queued.some(isUploadActive)) && (
        <div className="upload-start">
          <Button
            type="primary"
            disabled={chosen === 0}
            onClick={() => {
              toasts.clear();
              queue.start();
            }}
          >
            {chosen === 0 && 'Processing...'}
            {chosen === 1 && 'Upload'}
            {chosen > 1 && `Upload ${formatQuantity(chosen, 'file')}`}
          </Button>
        </div>
      )}
    </Panel>
  );
}
