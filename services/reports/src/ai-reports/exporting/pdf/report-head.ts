import { ACCENT, BACKGROUND, letterhead, MUTED, WARNING } from '@clearwatch/service-kit/pdf/pdf-layout';
import type { Content, CustomTableLayout } from 'pdfmake/interfaces.js';
import { aboutReport, warningsOf } from '../about-report.ts';
import type { Footnotes } from './footnotes.ts';
import type { ReportFile } from './report-file.ts';
import { spansToText, UNBOUND_MARK } from './spans-to-text.ts';

/** A box with a bar of colour at its left. */
const barred = (color: string): CustomTableLayout => ({
  hLineWidth: () => 0,
  vLineWidth: (line) => (line === 0 ? 3 : 0),
  vLineColor: () => color,
  fillColor: () => BACKGROUND,
  paddingLeft: () => 10,
  paddingRight: () => 10,
  paddingTop: () => 7,
  paddingBottom: () => 7,
});

/** Whose report it is, what it is called and speaks of, what to know before reading on, and what to take away. */
export function reportHead(file: ReportFile, footnotes: Footnotes): Content[] {
  const { institution, report, document } = file;
  return [
    ...letterhead(institution),
    { text: report.title, style: 'title', margin: [0, 0, 0, 6] },
    {
      layout: 'noBorders',
      margin: [0, 0, 0, 8],
      table: {
        widths: [62, '*'],
        body: aboutReport(file).map(({ label, text }) => [{ text: label, color: MUTED }, { text }]),
      },
    },
    ...warningsOf(file, UNBOUND_MARK).map(
      (text): Content => box([{ text, color: WARNING, bold: true }], WARNING),
    ),
    box([{ text: spansToText(document.headline, footnotes), style: 'lead' }], ACCENT),
  ];
}

function box(content: Content[], color: string): Content {
  return {
    layout: barred(color),
    table: { widths: ['*'], body: [[{ stack: content }]] },
    margin: [0, 0, 0, 8],
  };
}
