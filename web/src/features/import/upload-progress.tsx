import { useQuery } from '@tanstack/react-query';
import { Progress } from 'antd';
import { listImports } from '../../api/list-imports.ts';
import { formatBytes } from '../../formats/count.ts';
import { importProgress } from './import-progress.ts';

interface UploadProgressProps {
  file: File;
  bytesSent: number;
}

/** First how much has been sent, then, from the server's events, how much has been read. */
export function UploadProgress({ file, bytesSent }: UploadProgressProps) {
  const { data: imports = [] } = useQuery(listImports());
  // The answer with the import's id comes only at the end; until then name and size find it among the open ones.
  const running = imports.find(
    ({ fileName, fileSize, state }) =>
      fileName === file.name && fileSize === file.size && state !== 'completed' && state !== 'failed',
  );
  const { percent, words } = running
    ? importProgress(running)
    : {
        // The body is a little longer than the file: its multipart frame is counted too.
        percent: file.size === 0 ? 100 : Math.min(100, Math.floor((bytesSent / file.size) * 100)),
        words:
          bytesSent < file.size
            ? `Sending: ${formatBytes(Math.min(bytesSent, file.size))} of ${formatBytes(file.size)}`
            : 'Sent. Reading the file...',
      };
  return (
    <div className="upload-progress">
      <Progress percent={percent} status="active" aria-label="Upload progress" />
      <output>{words}</output>
    </div>
  );
}
