import { cell, tableSection } from '@clearwatch/service-kit/pdf/pdf-layout';
import type { Content } from 'pdfmake/interfaces.js';
import type { EvidenceFile } from '../evidence-file.ts';
import { dayWords } from '../words/day-words.ts';
import { thresholdWords, valueWords } from '../words/figure-words.ts';

/** Every figure beside its threshold, the member's normal, and what else the rule looked at. */
export function figures({ evidence }: EvidenceFile): Content[] {
  const baselines = evidence.baseline === null ? [] : [evidence.baseline];
  return [
    ...tableSection({
      title: 'Figures against thresholds',
      columns: [
        { label: 'Figure', width: '*' },
        { label: 'Seen', width: 110, alignment: 'right' },
        { label: 'Threshold', width: 150, alignment: 'right' },
      ],
      rows: evidence.figures.map((figure) => [
        cell(figure.label),
        cell(valueWords(figure), { bold: true }),
        cell(thresholdWords(figure)),
      ]),
    }),
    ...tableSection({
      title: 'Normal of the member',
      columns: [
        { label: 'What it was compared with', width: '*' },
        { label: 'From', width: 80, alignment: 'right' },
        { label: 'To', width: 80, alignment: 'right' },
        { label: 'Normal', width: 110, alignment: 'right' },
      ],
      rows: baselines.map((baseline) => [
        cell(baseline.label),
        cell(dayWords(baseline.firstDay)),
        cell(dayWords(baseline.lastDay)),
        cell(valueWords(baseline), { bold: true }),
      ]),
    }),
    ...tableSection({
      title: 'Also seen',
      columns: [
        { label: 'Fact', width: '*' },
        { label: 'Value', width: 220, alignment: 'right' },
      ],
      rows: evidence.facts.map((fact) => [cell(fact.label), cell(valueWords(fact), { bold: true })]),
      mayBeLong: true,
    }),
  ];
}
