import type { ImportSummary } from '@clearwatch/contracts/imports.dto';
import { useQuery } from '@tanstack/react-query';
import { Progress } from 'antd';
import { listImports } from '../../../api/list-imports.ts';
import { formatBytes } from '../../../formats/count.ts';
import { importProgress } from '../history/import-progress.ts';

/** How often the list is read until the file just sent appears in it. */
const LOOK_EVERY_MS = 1_000;

interface UploadProgressProps {
  file: File;
  bytesSent: number;
}

/** First how much has been sent, then, from the server's events, how much has been read. */
export function UploadProgress({ file, bytesSent }: UploadProgressProps) {
  const isThisFile = ({ fileName, fileSize, state }: ImportSummary): boolean =>
    fileName === file.name &&
    fileSize === file.size &&
    (state === 'received' || state === 'importing' || state === 'stored');
  const isSent = bytesSent >= file.size;
  const { data: newest } = useQuery({
    ...listImports(),
    // Events bring news of imports already in the list; a new one may be in it before its first event comes.
    refetchInterval: ({ state }) => (isSent && !state.data?.items.some(isThisFile) ? LOOK_EVERY_MS : false),
  });
  // The answer with the import's id comes only at the end; until then name and size find it among the open ones.
  const running = newest?.items.find(isThisFile);
  const { percent, words } = running
    ? importProgress(running)
    : {
        // The body is a little longer than the file: its multipart frame is counted too.
        percent: file.size === 0 ? 100 : Math.min(100, Math.floor((bytesSent / file.size) * 100)),
        words: !isSent
          ? `Sending: ${formatBytes(Math.min(bytesSent, file.size))} of ${formatBytes(file.size)}`
          : 'Sent. Reading the file...',
      };
  return (
    <div className="upload-progress">
      {/* A bar of its own for reading: the one for sending would run backwards. */}
      <Progress
        key={running === undefined ? 'sending' : 'reading'}
        percent={percent}
        status="active"
        aria-label="Upload progress"
      />
      <output>{words}</output>
    </div>
  );
}
