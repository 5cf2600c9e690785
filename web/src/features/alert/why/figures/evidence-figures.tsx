import { CheckOutlined, MinusOutlined } from '@ant-design/icons';
import type { AlertEvidence, EvidenceFigure } from '@clearwatch/contracts/alerts';
import { formatDay } from '../../../../formats/dates.ts';
import { type Column, DataTable } from '../../../../tables/data-table.tsx';
import { FigureBar } from './figure-bar.tsx';
import { formatFigure, formatThreshold } from './format-figure.ts';

const COLUMNS: Column<EvidenceFigure>[] = [
  { title: 'Figure', cell: ({ label }) => label },
  { title: 'Observed', cell: formatFigure, numeric: true },
  { title: 'Against the line', cell: (figure) => <FigureBar figure={figure} /> },
  { title: 'Threshold', cell: formatThreshold, numeric: true },
  {
    title: 'Met',
    cell: ({ met }) =>
      met ? (
        <span className="evidence-met">
          <CheckOutlined aria-hidden /> Yes
        </span>
      ) : (
        <span className="evidence-met quiet">
          <MinusOutlined aria-hidden /> No
        </span>
      ),
  },
];

/** What was observed against what the rule asks for, and what is normal for this member. */
export function EvidenceFigures({ evidence: { figures, baseline } }: { evidence: AlertEvidence }) {
  return (
    <section aria-label="Figures against thresholds">
      <h3>Figures against thresholds</h3>
      <DataTable caption="Table of figures" columns={COLUMNS} rows={figures} rowKey={({ label }) => label} />
      <p className="evidence-note">
        {baseline === null
          ? 'This alert is not based on a comparison with the usual figures of the member. The page of the member shows their usual month, if there is one yet.'
          : `The member's normal: ${baseline.label} ${formatFigure(baseline)}, from ${formatDay(baseline.firstDay)} to ${formatDay(baseline.lastDay)}.`}
      </p>
    </section>
  );
}
