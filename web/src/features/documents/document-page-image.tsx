import type { PageBox, ParseJobDetail } from '@clearwatch/contracts/documents.dto';
import { Button } from 'antd';
import { useState } from 'react';
import { documentPageUrl } from '../../api/documents-api.ts';
import { Panel } from '../../components/panel.tsx';

/** A row, and a cell of it, to be framed. */
export interface PageTarget {
  page: number;
  row: PageBox | null;
  cell: PageBox | null;
}

interface DocumentPageImageProps {
  document: ParseJobDetail;
  target: PageTarget | null;
  /** Shown without a target. */
  firstPage: number;
}

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
        <p className="quiet">This page has no picture: nothing on it is in doubt.</p>
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
