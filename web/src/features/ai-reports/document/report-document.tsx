import type { Block, Fact, ReportDocument } from '@clearwatch/contracts/ai-reports';
import { useListedAlerts } from '../../../alert-link/listed-alerts.ts';
import { AlertLinks } from './alert-links.tsx';
import { FactGround } from './fact-ground.tsx';
import { ReportChart } from './report-chart.tsx';
import { ReportTable } from './report-table.tsx';
import { Spans } from './spans.tsx';

interface ReportDocumentViewProps {
  document: ReportDocument;
  facts: readonly Fact[];
  /** Of pictures saved from it, without ending. */
  fileName: string;
}

/** A written report: what it says, every figure with the fact behind it. */
export function ReportDocumentView({ document, facts, fileName }: ReportDocumentViewProps) {
  // Whoever opens an alert of the report goes on to its others from there.
  useListedAlerts(alertsIn(document));
  return (
    <FactGround facts={facts}>
      <p className="report-headline">
        <Spans spans={document.headline} />
      </p>
      {document.sections.map(({ title, blocks }, at) => (
        // The parts of a stored report never change their places.
        // oxlint-disable-next-line react/no-array-index-key
        <section key={at} className="report-section">
          <h3>{title}</h3>
          {blocks.map((block, place) => (
            // oxlint-disable-next-line react/no-array-index-key
            <BlockView key={place} block={block} fileName={`${fileName}-${at + 1}-${place + 1}`} />
          ))}
        </section>
      ))}
    </FactGround>
  );
}

function BlockView({ block, fileName }: { block: Block; fileName: string }) {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p>
          <Spans spans={block.spans} />
        </p>
      );
    case 'list':
      return (
        <ul className="report-list">
          {block.items.map((item, at) => (
            // oxlint-disable-next-line react/no-array-index-key
            <li key={at}>
              <Spans spans={item} />
            </li>
          ))}
        </ul>
      );
    case 'table':
      return <ReportTable table={block} />;
    case 'chart':
      return <ReportChart chart={block.chart} fileName={fileName} />;
    case 'alerts':
      return <AlertLinks alertIds={block.alertIds} />;
  }
}

function alertsIn({ sections }: ReportDocument): { id: number }[] {
  const ids = sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'alerts' ? block.alertIds : [])),
  );
  return [...new Set(ids)].map((id) => ({ id }));
}
