import { FileTextOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { describeError, requestIdOf } from '../../api/describe-error.ts';
import { formatBytes } from '../../formats/count.ts';
import { Panel } from '../../panels/panel.tsx';
import { useToasts } from '../../toasts/toasts.tsx';
import { DropZone } from './drop-zone.tsx';
import { ImportReceipt } from './import-receipt.tsx';
import { isJsonFile } from './json-file.ts';
import { UploadProgress } from './upload-progress.tsx';
import { useUpload } from './use-upload.ts';

/** Choose, look, send: the JSON Data Import card. */
export function UploadCard() {
  const toasts = useToasts();
  const [file, setFile] = useState<File | null>(null);
  const { upload, bytesSent, cancel } = useUpload({ onStored: () => setFile(null) });

  const choose = (chosen: File): void => {
    upload.reset();
    if (isJsonFile(chosen)) setFile(chosen);
    else toasts.failure({ title: 'Invalid File Type', description: 'Please select a JSON file.' });
  };
  const discard = (): void => {
    if (upload.isPending) cancel();
    setFile(null);
  };

  return (
    <Panel title="JSON Data Import" className="import-upload">
      {file === null ? (
        <DropZone onFile={choose} />
      ) : (
        <div className="selected-file">
          <FileTextOutlined className="selected-file-icon" aria-hidden />
          <div className="selected-file-what">
            <strong>{file.name}</strong>
            <span className="quiet">{formatBytes(file.size)}</span>
          </div>
          <Button onClick={discard}>Cancel</Button>
          <Button type="primary" disabled={upload.isPending} onClick={() => upload.mutate(file)}>
            {upload.isPending ? 'Processing...' : 'Upload'}
          </Button>
        </div>
      )}
      {file !== null && upload.isPending && <UploadProgress file={file} bytesSent={bytesSent} />}
      {upload.isError && (
        <Alert
          className="import-failure"
          type="error"
          showIcon
          role="alert"
          title={describeError(upload.error, 'Upload failed')}
          description={
            <>
              <p>Please check your JSON file format and try again.</p>
              {requestIdOf(upload.error) !== null && (
                <p className="quiet request-id">Request {requestIdOf(upload.error)}</p>
              )}
            </>
          }
        />
      )}
      {upload.data && <ImportReceipt uploaded={upload.data} />}
    </Panel>
  );
}
