import './documents.css';
import { CloudDownloadOutlined } from '@ant-design/icons';
import type { PageBox, ParsedRow, ParseJobDetail } from '@clearwatch/contracts/documents.dto';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Segmented } from 'antd';
import { useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { documentPageUrl, getDocument, originalDocumentUrl } from '../../api/documents-api.ts';
import { Panel, PanelEmpty, QueryStates } from '../../components/panel.tsx';
import { TablePagination } from '../../components/tables/paged-list.tsx';
import { formatDateTime } from '../../lib/date-format.ts';
import { formatBytes, formatCount, formatQuantity } from '../../lib/number-format.ts';
import { readChoice, readPage } from '../../lib/url-params.ts';
import { DocumentColumnsPanel } from './document-columns.tsx';
import { ReviewRows, useEditedCells, useRowDecisions } from './document-review-rows.tsx';

export interface PageTarget {
  page: number;
  row: PageBox | null;
  cell: PageBox | null;
}

type DocumentPageImageProps = { document: ParseJobDetail; target: PageTarget | null; firstPage: number };

export function DocumentPageImage({ document, target, firstPage }: DocumentPageImageProps) {
  const [turned, setTurned] = useState<{ to: number; from: PageTarget | null } | null>(null);
  const pages = document.pages ?? 1;
  // A page chosen by hand stays until the target changes.
  const page = turned !== null && turned.from === target ? turned.to : (target?.page ?? firstPage);
  const [missing, setMissing] = useState<number | null>(null);
  const turn = (to: number): void => setTurned({ to, from: target });
  return (
    <Panel
      title={`Page ${page} of ${pages}`}
      className="review-page"
      actions={
        pages > 1 && (
          <>
            <Button size="small" disabled={page <= 1} onClick={() => turn(page - 1)}>
              Previous page
            </Button>
            <Button size="small" disabled={page >= pages} onClick={() => turn(page + 1)}>
              Next page
            </Button>
          </>
        )
      }
    >
      {missing === page ? (
        <p className="quiet">This page has no image because nothing on it needs review.</p>
      ) : (
        <div className="review-picture">
          <img
            src={documentPageUrl(document.id, page)}
            alt={`Page ${page} of ${document.originalFileName}`}
            onError={() => setMissing(page)}
          />
          {target !== null && target.page === page && (
            <>
              <PageFrame box={target.row} kind="row" />
              <PageFrame box={target.cell} kind="cell" />
            </>
          )}
        </div>
      )}
    </Panel>
  );
}

function PageFrame({ box, kind }: { box: PageBox | null; kind: 'row' | 'cell' }) {
  if (box === null) return null;
  const percent = (part: number): string => `${100 * part}%`;
  return (
    <span
      aria-hidden
      className={`review-frame review-frame-${kind}`}
      style={{
        left: percent(box.x),
        top: percent(box.y),
        width: percent(box.width),
        height: percent(box.height),
      }}
    />
  );
}

interface DocumentHeaderProps {
  document: ParseJobDetail;
  /** Null while the columns are edited, or if they cannot be. */
  onEditColumns: (() => void) | null;
}

function DocumentHeader({ document, onEditColumns }: DocumentHeaderProps) {
  const { status, errorMessage, heldCount, pages, pagesDone } = document;
  return (
    <Panel
      title={document.originalFileName}
      actions={
        <>
          {onEditColumns !== null && <Button onClick={onEditColumns}>Edit columns</Button>}
          <Button icon={<CloudDownloadOutlined aria-hidden />} href={originalDocumentUrl(document.id)} download>
            Original
          </Button>
        </>
      }
    >
      <p className="quiet review-facts">
        {formatBytes(document.fileSize)}, {pages === null ? 'pages not counted yet' : formatQuantity(pages, 'page')},
        uploaded {formatDateTime(document.createdAt)} by {document.uploadedBy}, read{' '}
        {document.extractor === 'local' ? 'on your institution’s own server' : 'by LlamaExtract'}
      </p>
      {status === 'failed' && (
        <Alert type="error" showIcon title="Nothing from this document was imported." description={errorMessage} />
      )}
      {(status === 'pending' || status === 'processing') && (
        <output>
          Processing{pages === null ? '' : `: page ${formatCount(pagesDone)} of ${formatCount(pages)}`}. The rows appear
          here as soon as they are read.
        </output>
      )}
      {status === 'needs_columns' && (
        <Alert
          type="warning"
          showIcon
          title="The columns of this document are unclear."
          description="Nothing was imported yet. Say what the columns are, and the document is read with your answer."
        />
      )}
      {status === 'completed' && (
        <p>
          {formatQuantity(document.transactionCount, 'transaction')} imported
          {document.duplicateCount > 0 && `, ${formatQuantity(document.duplicateCount, 'duplicate')} skipped`}
          {heldCount > 0 ? `, ${formatQuantity(heldCount, 'row')} to review` : ''}.{' '}
          {document.importIds.map((importId) => (
            <Link key={importId} to={`/import?import=${importId}`} className="review-receipt">
              Receipt {importId}
            </Link>
          ))}
        </p>
      )}
      {lacksPageImages(document) && (
        <p className="quiet">
          Page images are deleted after all rows have been reviewed. Compare the waiting rows with the original.
        </p>
      )}
    </Panel>
  );
}

/** After an undo, rows wait for review again, but their page images have already been deleted. */
function lacksPageImages({ hasPictures, heldCount, extractor, mimeType, status }: ParseJobDetail): boolean {
  const hasPages = mimeType === 'application/pdf' || mimeType.startsWith('image/');
  return status === 'completed' && heldCount > 0 && !hasPictures && extractor === 'local' && hasPages;
}

const ROW_FILTERS = ['waiting', 'imported', 'discarded', 'all'] as const;
type RowFilter = (typeof ROW_FILTERS)[number];

const ROW_FILTER_LABELS: Record<RowFilter, string> = {
  waiting: 'To review',
  imported: 'Imported',
  discarded: 'Discarded',
  all: 'All rows',
};

function matchesRowFilter({ state }: ParsedRow, filter: RowFilter): boolean {
  if (filter === 'all') return true;
  if (filter === 'waiting') return state === 'held';
  return filter === 'discarded' ? state === 'discarded' : state !== 'held' && state !== 'discarded';
}

const ROWS_PER_PAGE = 50;

function DocumentReview({ document }: { document: ParseJobDetail }) {
  const waiting = document.rows.filter(({ state }) => state === 'held');
  const [params, setParams] = useSearchParams();
  // The filter does not change when the last waiting row is reviewed.
  const [defaultFilter] = useState<RowFilter>(waiting.length > 0 ? 'waiting' : 'all');
  const filter = readChoice(params, 'rows', ROW_FILTERS) || defaultFilter;
  const page = readPage(params);
  const show = (rows: RowFilter, to: number): void =>
    setParams({ ...(rows !== defaultFilter && { rows }), ...(to > 1 && { page: String(to) }) });
  const [target, setTarget] = useState<PageTarget | null>(null);
  const [isEditing, setIsEditing] = useState(false);
  const canEdit = document.status === 'completed' && document.canEditColumns && document.heldCount > 0;
  const edited = useEditedCells(document.id);
  const decisions = useRowDecisions(document, edited);
  const shown = document.rows.filter((row) => matchesRowFilter(row, filter));
  const pages = Math.max(1, Math.ceil(shown.length / ROWS_PER_PAGE));
  const current = Math.min(page, pages);
  const rows = shown.slice((current - 1) * ROWS_PER_PAGE, current * ROWS_PER_PAGE);
  const point = (row: ParsedRow, cell: number | null): void =>
    setTarget({
      page: row.page,
      row: row.box,
      cell: cell === null ? null : (row.cells[cell]?.box ?? row.box),
    });
  return (
    <>
      <DocumentHeader document={document} onEditColumns={canEdit && !isEditing ? () => setIsEditing(true) : null} />
      {(isEditing || document.status === 'needs_columns') && (
        <DocumentColumnsPanel document={document} onDone={() => setIsEditing(false)} />
      )}
      {document.rows.length === 0 ? null : (
        <div className={document.hasPictures ? 'review-beside' : undefined}>
          {document.hasPictures && (
            <DocumentPageImage document={document} target={target} firstPage={rows[0]?.page ?? 1} />
          )}
          <Panel
            title="Rows"
            className="panel-body-flush review-rows"
            badges={
              <Segmented<RowFilter>
                size="small"
                value={filter}
                aria-label="Rows to show"
                options={ROW_FILTERS.map((value) => ({
                  value,
                  label: `${ROW_FILTER_LABELS[value]} (${formatCount(document.rows.filter((row) => matchesRowFilter(row, value)).length)})`,
                }))}
                onChange={(next) => show(next, 1)}
              />
            }
            actions={
              waiting.length > 1 && (
                <>
                  <Button size="small" disabled={decisions.isBusy} onClick={() => decisions.discard(waiting)}>
                    Discard all {formatCount(waiting.length)}
                  </Button>
                  <Button
                    size="small"
                    type="primary"
                    disabled={decisions.isBusy}
                    onClick={() => decisions.accept(waiting)}
                  >
                    Accept all {formatCount(waiting.length)}
                  </Button>
                </>
              )
            }
          >
            {decisions.problem !== null && (
              <Alert type="error" showIcon title={decisions.problem} className="review-problem" />
            )}
            {rows.length === 0 ? (
              <PanelEmpty text={filter === 'waiting' ? 'No rows to review.' : 'No rows.'} />
            ) : (
              <ReviewRows document={document} rows={rows} edited={edited} decisions={decisions} onPoint={point} />
            )}
            {pages > 1 && (
              <TablePagination
                of={{ items: rows, total: shown.length }}
                page={current}
                pageSize={ROWS_PER_PAGE}
                onPage={(to) => show(filter, to)}
              />
            )}
          </Panel>
        </div>
      )}
    </>
  );
}

/** Events report when reading ends; polling catches a missed event. */
const POLL_INTERVAL_MS = 5_000;
const DOCUMENT_NOT_FOUND = 'This document does not exist.';

export default function DocumentScreen() {
  const { id = '' } = useParams();
  return (
    <div className="documents-screen">
      <nav aria-label="Back">
        <Link to="/import/documents">Back to documents</Link>
      </nav>
      {/^[1-9]\d{0,8}$/.test(id) ? <LoadedDocument id={Number(id)} /> : <PanelEmpty text={DOCUMENT_NOT_FOUND} />}
    </div>
  );
}

function LoadedDocument({ id }: { id: number }) {
  const document = useQuery({
    ...getDocument(id),
    refetchInterval: ({ state }) =>
      state.data?.status === 'pending' || state.data?.status === 'processing' ? POLL_INTERVAL_MS : false,
  });
  return (
    <QueryStates
      query={document}
      lines={8}
      height={32}
      failed="The document could not be loaded."
      missing={DOCUMENT_NOT_FOUND}
    >
      {(detail) => <DocumentReview key={detail.id} document={detail} />}
    </QueryStates>
  );
}
