import { Button } from 'antd';
import { DropZone } from '../../../drop-zone/drop-zone.tsx';
import { formatCounted } from '../../../formats/count.ts';
import { Panel } from '../../../panels/panel.tsx';
import { useToasts } from '../../../toasts/toasts.tsx';
import { whyForeign } from './foreign-file.ts';
import { isUnderWay, type QueuedUpload } from './queued-upload.ts';
import { UploadRow } from './upload-row.tsx';
import { useUploadQueue } from './use-upload-queue.ts';
import './upload.css';

/**
 * Choose, look, send: the JSON Data Import card, which takes the other kinds as well, of every ending, because NACHA files often
 * have none that says anything.
 */
export function UploadCard() {
  const toasts = useToasts();
  const { queue, queued } = useUploadQueue();

  const choose = (files: File[]): void => {
    const [foreign, ...others] = files.filter((file) => whyForeign(file) !== null);
    if (foreign !== undefined) {
      const reason = whyForeign(foreign) ?? '';
      const which = others.length === 0 ? foreign.name : `${foreign.name} and ${others.length} more`;
      const description = files.length === 1 ? reason : `${which}: ${reason}`;
      toasts.failure({ title: 'Invalid File Type', description });
    }
    queue.add(files.filter((file) => whyForeign(file) === null));
  };
  const start = (): void => {
    toasts.clear();
    queue.start();
  };

  return (
    <Panel title="JSON Data Import" badges={<span className="quiet">also NACHA and CSV</span>}>
      <DropZone what="files" onFiles={choose}>
        <span>
          JSON, NACHA (.ach, .txt or no ending) and CSV, also packed with gzip. The content decides.
        </span>
        <span className="quiet">
          Up to 2 GB each. The same file twice changes nothing: repeats are recognised.
        </span>
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
      <StartButton queued={queued} onStart={start} />
    </Panel>
  );
}

function StartButton({ queued, onStart }: { queued: QueuedUpload[]; onStart: () => void }) {
  const chosen = queued.filter(({ step }) => step.at === 'chosen').length;
  if (chosen === 0 && !queued.some(isUnderWay)) return null;
  const verb = chosen > 1 ? `Upload ${formatCounted(chosen, 'file')}` : 'Upload';
  return (
    <div className="upload-start">
      <Button type="primary" disabled={chosen === 0} onClick={onStart}>
        {chosen === 0 ? 'Processing...' : verb}
      </Button>
    </div>
  );
}
