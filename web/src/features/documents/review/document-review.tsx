import type { ParsedRow, ParseJobDetail } from '@clearwatch/contracts/documents.dto';
import { Alert, Button, Segmented } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { pageIn, wordIn } from '../../../addresses/read-param.ts';
import { formatCount } from '../../../formats/count.ts';
import { Panel } from '../../../panels/panel.tsx';
import { PanelEmpty } from '../../../panels/panel-states.tsx';
import { TablePages } from '../../../tables/table-pages.tsx';
import { DocumentHead } from './document-head.tsx';
import { PagePicture, type Spot } from './page-picture.tsx';
import { ReviewRows } from './review-rows.tsx';
import { FILTER_WORDS, isShown, ROW_FILTERS, type RowFilter } from './row-filter.ts';
import { useDecisions } from './use-decisions.ts';
import { useEditedCells } from './use-edited-cells.ts';

const ROWS_PER_PAGE = 50;

/** The rows of a document beside its pages; those that wait can be corrected, accepted or discarded. */
export function DocumentReview({ document }: { document: ParseJobDetail }) {
  const waiting = document.rows.filter(({ state }) => state === 'held');
  const [params, setParams] = useSearchParams();
  // What is looked at stays when the last row that waited is decided.
  const [usual] = useState<RowFilter>(waiting.length > 0 ? 'waiting' : 'all');
  const filter = wordIn(params, 'rows', ROW_FILTERS) || usual;
  const page = pageIn(params);
  const show = (rows: RowFilter, to: number): void =>
    setParams({ ...(rows !== usual && { rows }), ...(to > 1 && { page: String(to) }) });
  const [spot, setSpot] = useState<Spot | null>(null);
  const edited = useEditedCells(document.id);
  const decisions = useDecisions(document, edited);
  const shown = document.rows.filter((row) => isShown(row, filter));
  const pages = Math.max(1, Math.ceil(shown.length / ROWS_PER_PAGE));
  const current = Math.min(page, pages);
  const rows = shown.slice((current - 1) * ROWS_PER_PAGE, current * ROWS_PER_PAGE);
  const point = (row: ParsedRow, column: number | null): void => {
    const box = column === null ? row.box : (row.cells[column]?.box ?? row.box);
    setSpot({ page: row.page, row: row.box, cell: column === null ? null : box });
  };
  return (
    <>
      <DocumentHead document={document} />
      {document.rows.length === 0 ? null : (
        <div className={document.hasPictures ? 'review-beside' : undefined}>
          {document.hasPictures && <PagePicture document={document} spot={spot} first={rows[0]?.page ?? 1} />}
          <Panel
            title="Rows"
            className="panel-body-flush review-rows"
            badges={
              <Segmented<RowFilter>
                size="small"
                value={filter}
                aria-label="Which rows"
                options={ROW_FILTERS.map((value) => ({
                  value,
                  label: `${FILTER_WORDS[value]} (${formatCount(document.rows.filter((row) => isShown(row, value)).length)})`,
                }))}
                onChange={(next) => show(next, 1)}
              />
            }
            actions={<AllAtOnce waiting={waiting} decisions={decisions} />}
          >
            {decisions.problem !== null && (
              <Alert
                type="error"
                showIcon
                role="alert"
                title={decisions.problem}
                className="review-problem"
              />
            )}
            {rows.length === 0 ? (
              <PanelEmpty text={filter === 'waiting' ? 'Nothing waits for review.' : 'No such rows.'} />
            ) : (
              <ReviewRows
                document={document}
                rows={rows}
                edited={edited}
                decisions={decisions}
                onPoint={point}
              />
            )}
            {pages > 1 && (
              <TablePages
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

function AllAtOnce({
  waiting,
  decisions: { isBusy, accept, discard },
}: {
  waiting: readonly ParsedRow[];
  decisions: ReturnType<typeof useDecisions>;
}) {
  if (waiting.length < 2) return null;
  return (
    <>
      <Button size="small" disabled={isBusy} onClick={() => discard(waiting)}>
        Discard all {formatCount(waiting.length)}
      </Button>
      <Button size="small" type="primary" disabled={isBusy} onClick={() => accept(waiting)}>
        Accept all {formatCount(waiting.length)}
      </Button>
    </>
  );
}
