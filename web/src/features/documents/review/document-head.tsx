import { CloudDownloadOutlined } from '@ant-design/icons';
import type { ParseJobDetail } from '@clearwatch/contracts/documents.dto';
import { Alert, Button } from 'antd';
import { Link } from 'react-router-dom';
import { originalAddress } from '../../../api/parse-jobs.ts';
import { formatBytes, formatCount, formatCounted } from '../../../formats/count.ts';
import { formatDateTime } from '../../../formats/dates.ts';
import { Panel } from '../../../panels/panel.tsx';

/** Which document it is, and what has become of it. */
export function DocumentHead({ document }: { document: ParseJobDetail }) {
  const { status, errorMessage, heldCount, pages, pagesDone } = document;
  return (
    <Panel
      title={document.originalFileName}
      actions={
        <Button icon={<CloudDownloadOutlined aria-hidden />} href={originalAddress(document.id)} download>
          Original
        </Button>
      }
    >
      <p className="quiet review-facts">
        {formatBytes(document.fileSize)},{' '}
        {pages === null ? 'pages not counted yet' : formatCounted(pages, 'page')}, uploaded{' '}
        {formatDateTime(document.createdAt)} by {document.uploadedBy}, read{' '}
        {document.extractor === 'local' ? 'on the premises' : 'by LlamaExtract'}
      </p>
      {status === 'failed' && (
        <Alert
          type="error"
          showIcon
          title="Nothing of this document was imported."
          description={errorMessage}
        />
      )}
      {(status === 'pending' || status === 'processing') && (
        <output>
          Processing{pages === null ? '' : `: page ${formatCount(pagesDone)} of ${formatCount(pages)}`}. This
          page shows the rows as soon as they are read.
        </output>
      )}
      {status === 'completed' && (
        <p>
          {formatCounted(document.transactionCount, 'transaction')} imported
          {document.duplicateCount > 0 && `, ${formatCounted(document.duplicateCount, 'duplicate')} skipped`}
          {heldCount > 0 ? `, ${formatCounted(heldCount, 'row')} to review` : ''}.{' '}
          {document.importIds.map((importId) => (
            <Link key={importId} to={`/import?import=${importId}`} className="review-receipt">
              Receipt {importId}
            </Link>
          ))}
        </p>
      )}
      {isWithoutPictures(document) && (
        <p className="quiet">
          No pictures of its pages are kept once its rows were decided. Compare the rows that wait with the
          original.
        </p>
      )}
    </Panel>
  );
}

/** Rows wait again, mostly since their import was taken back, and there is nothing to compare them with on the screen. */
function isWithoutPictures({ hasPictures, heldCount, extractor, mimeType, status }: ParseJobDetail): boolean {
  const hasPages = mimeType === 'application/pdf' || mimeType.startsWith('image/');
  return status === 'completed' && heldCount > 0 && !hasPictures && extractor === 'local' && hasPages;
}
