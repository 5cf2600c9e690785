import type { Block, ReportChart as ChartData, Fact, ReportDocument, Span } from '@clearwatch/contracts/ai-reports';
import { formatChartValue } from '@clearwatch/domain/report-writing/format-fact';
import { Button } from 'antd';
import { Fragment, Suspense, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { ChartTableToggle } from '../../components/charts/chart-panel.tsx';
import { SkeletonLines } from '../../components/panel.tsx';
import { lazyComponent } from '../../lib/code-loading.ts';
import { useAlertLinkTarget, useListedAlerts } from '../../lib/opened-alert.ts';
import { useUrlNameSet } from '../../lib/use-url-state.ts';
import { chartHeight } from './report-chart-shape.ts';
import { FACT_ATTRIBUTE, FactHoverArea } from './report-fact-card.tsx';

const INITIALLY_SHOWN = 12;

function AlertLinks({ alertIds }: { alertIds: readonly number[] }) {
  const [isWhole, setIsWhole] = useState(false);
  if (alertIds.length === 0) return null;
  const shown = isWhole ? alertIds : alertIds.slice(0, INITIALLY_SHOWN);
  return (
    <div className="report-alerts">
      <span className="quiet">Related alerts</span>
      <ul>
        {shown.map((id) => (
          <AlertLink key={id} id={id} />
        ))}
      </ul>
      {shown.length < alertIds.length && (
        <Button size="small" type="link" onClick={() => setIsWhole(true)}>
          Show all {alertIds.length}
        </Button>
      )}
    </div>
  );
}

function AlertLink({ id }: { id: number }) {
  return (
    <li>
      <Link to={useAlertLinkTarget(id)}>Alert {id}</Link>
    </li>
  );
}

/** Fits dates and amounts, in characters. */
const SHORT_TEXT_LENGTH = 16;

function ReportSpans({ spans }: { spans: readonly Span[] }) {
  // The order of the parts in a stored report never changes.
  /* oxlint-disable react/no-array-index-key */
  return spans.map(({ text, fact, unbound, strong }, at) => {
    const words = strong === true ? <strong>{text}</strong> : text;
    if (unbound === true) {
      return (
        <mark key={at} className="report-unbound">
          {words}
          <span className="visually-hidden"> (not verified)</span>
        </mark>
      );
    }
    if (fact === undefined) return <Fragment key={at}>{words}</Fragment>;
    return (
      // Not a button, because users read and copy it as text.
      <span
        key={at}
        className={`report-fact ${text.length <= SHORT_TEXT_LENGTH ? 'report-fact-short' : ''}`}
        tabIndex={-1}
        {...{ [FACT_ATTRIBUTE]: fact }}
      >
        {words}
      </span>
    );
  });
  /* oxlint-enable react/no-array-index-key */
}

type ReportTableBlock = Extract<Block, { kind: 'table' }>;

function ReportTable({ table: { caption, columns, rows } }: { table: ReportTableBlock }) {
  const id = useId();
  return (
    <figure className="report-figure">
      {caption !== '' && <figcaption id={id}>{caption}</figcaption>}
      {/* A group, not a landmark: two tables of a report may have the same caption. */}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-tabindex */}
      <div role="group" className="report-table-scroll" aria-label={caption || 'Table'} tabIndex={0}>
        <table className="data-table" aria-labelledby={caption === '' ? undefined : id}>
          <thead>
            <tr>
              {columns.map(({ label, align }, at) => (
                // Two columns may have the same name.
                // oxlint-disable-next-line react/no-array-index-key
                <th key={at} scope="col" className={align === 'right' ? 'numeric' : undefined}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              // The order of the rows in a stored table never changes.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={at}>
                {row.map((cell, column) => (
                  // oxlint-disable-next-line react/no-array-index-key
                  <td key={column} className={columns[column]?.align === 'right' ? 'numeric' : undefined}>
                    <ReportSpans spans={[cell]} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

const ReportChartCanvas = lazyComponent(() => import('./report-chart-canvas.tsx'));

function ReportChartFigure({ chart, fileName }: { chart: ChartData; fileName: string }) {
  const tables = useUrlNameSet('table');
  const asTable = tables.has(chart.title);
  if (chart.categories.length === 0) return null;
  return (
    <div className="report-chart">
      <div className="report-chart-head">
        <strong>{chart.title}</strong>
        <ChartTableToggle asTable={asTable} of={chart.title} onChange={() => tables.toggle(chart.title)} />
      </div>
      {asTable ? (
        <ReportTable table={chartAsTable(chart)} />
      ) : (
        <Suspense fallback={<SkeletonLines lines={1} height={chartHeight(chart)} />}>
          <ReportChartCanvas chart={chart} fileName={fileName} />
        </Suspense>
      )}
    </div>
  );
}

function chartAsTable({ categories, series, unit }: ChartData): Parameters<typeof ReportTable>[0]['table'] {
  const cellsOf = (at: number): Span[] =>
    series.map(({ values }) => ({ text: formatChartValue(values[at] ?? 0, unit) }));
  return {
    kind: 'table',
    caption: '',
    columns: [{ label: ' ', align: 'left' }, ...series.map(({ name }) => ({ label: name, align: 'right' as const }))],
    rows: categories.map((category, at) => [{ text: category }, ...cellsOf(at)]),
  };
}

type ReportDocumentViewProps = { document: ReportDocument; facts: readonly Fact[]; fileName: string };

export function ReportDocumentView({ document, facts, fileName }: ReportDocumentViewProps) {
  const alertIds = document.sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'alerts' ? block.alertIds : [])),
  );
  useListedAlerts([...new Set(alertIds)].map((id) => ({ id })));
  return (
    <FactHoverArea facts={facts}>
      <p className="report-headline">
        <ReportSpans spans={document.headline} />
      </p>
      {document.sections.map(({ title, blocks }, at) => (
        // The order of the parts in a stored report never changes.
        // oxlint-disable-next-line react/no-array-index-key
        <section key={at} className="report-section">
          <h3>{title}</h3>
          {blocks.map((block, place) => (
            // oxlint-disable-next-line react/no-array-index-key
            <ReportBlock key={place} block={block} fileName={`${fileName}-${at + 1}-${place + 1}`} />
          ))}
        </section>
      ))}
    </FactHoverArea>
  );
}

function ReportBlock({ block, fileName }: { block: Block; fileName: string }) {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p>
          <ReportSpans spans={block.spans} />
        </p>
      );
    case 'list':
      return (
        <ul className="report-list">
          {block.items.map((item, at) => (
            // oxlint-disable-next-line react/no-array-index-key
            <li key={at}>
              <ReportSpans spans={item} />
            </li>
          ))}
        </ul>
      );
    case 'table':
      return <ReportTable table={block} />;
    case 'chart':
      return <ReportChartFigure chart={block.chart} fileName={fileName} />;
    case 'alerts':
      return <AlertLinks alertIds={block.alertIds} />;
  }
}
