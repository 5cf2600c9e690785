import { FileTextOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { formatBytes } from '../../../formats/count.ts';
import { isSent, type QueuedUpload } from './queued-upload.ts';
import { UploadFailure } from './upload-failure.tsx';
import { UploadOutcome } from './upload-outcome.tsx';
import { UploadProgress } from './upload-progress.tsx';

interface UploadRowProps {
  upload: QueuedUpload;
  onCancel: () => void;
  onDismiss: () => void;
  onRetry: () => void;
}

/** One of the chosen files, from its choice to what became of it. */
export function UploadRow({ upload, onCancel, onDismiss, onRetry }: UploadRowProps) {
  const { file, step } = upload;
  // Not all of it is on the server.
  const canCancel = step.at !== 'answered' && !isSent(upload);
  return (
    <li className="upload-row">
      <div className="upload-file">
        <FileTextOutlined className="upload-file-icon" aria-hidden />
        <div className="upload-file-what">
          <strong>{file.name}</strong>
          <span className="quiet">
            {formatBytes(file.size)}
            {step.at === 'waiting' && ' · waits for the files before it'}
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
