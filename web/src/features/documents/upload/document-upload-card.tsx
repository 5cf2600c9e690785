import { MAX_DOCUMENTS_PER_UPLOAD } from '@clearwatch/contracts/upload-limits';
import { Button } from 'antd';
import { DropZone } from '../../../drop-zone/drop-zone.tsx';
import { formatCounted } from '../../../formats/count.ts';
import { Panel } from '../../../panels/panel.tsx';
import { DocumentRow } from './document-row.tsx';
import type { Documents } from './use-documents.ts';

/** From so many on the list says how many more fit. */
const HINT_FROM = 15;

/** Choose, look, send: up to twenty documents at once. */
export function DocumentUploadCard({ documents }: { documents: Documents }) {
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
      {list.length >= HINT_FROM && (
        <output className="quiet">
          {left === 0
            ? 'The list is full.'
            : `You can add ${formatCounted(left, 'more file', 'more files')}.`}
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
