import type { Block, ReportChart, Span } from '@clearwatch/contracts/ai-reports';
import { cell, TEXT_WIDTH, tableSection } from '@clearwatch/service-kit/pdf/pdf-layout';
import type { Content, Size } from 'pdfmake/interfaces.js';
import { chartSvg } from '../chart/chart-svg.ts';
import type { Footnotes } from './footnotes.ts';
import { spansToText } from './spans-to-text.ts';

/** Tables with more columns are set smaller, so that names still have room. */
const ROOMY_COLUMNS = 6;
/** Letters; up to that a column is not worth a share of the width. */
const SHORT_WORDS = 14;

export function blockToContent(block: Block, footnotes: Footnotes): Content[] {
  switch (block.kind) {
    case 'paragraph':
      return [{ text: spansToText(block.spans, footnotes), margin: [0, 0, 0, 6] }];
    case 'list':
      return [
        {
          ul: block.items.map((item) => ({ text: spansToText(item, footnotes), margin: [0, 0, 0, 3] })),
          margin: [0, 0, 0, 4],
        },
      ];
    case 'table':
      return tableToContent(block);
    case 'chart':
      return chartToContent(block.chart);
    case 'alerts':
      return block.alertIds.length === 0
        ? []
        : [
            {
              text: `Alerts behind this: no. ${block.alertIds.join(', ')}`,
              style: 'small',
              margin: [0, 0, 0, 6],
            },
          ];
  }
}

function tableToContent({ caption, columns, rows }: Extract<Block, { kind: 'table' }>): Content[] {
  const fontSize = columns.length > ROOMY_COLUMNS ? 7.5 : 8.5;
  const widths = columnWidths(columns, rows);
  return tableSection({
    title: caption,
    titleStyle: 'caption',
    columns: columns.map(({ label, align }, index) => ({
      label,
      alignment: align,
      width: widths[index] ?? 'auto',
    })),
    rows: rows.map((row) =>
      row.map((span, index) => ({
        ...cell(span.text),
        text: spansToText([plain(span)]),
        fontSize,
        noWrap: columns[index]?.align === 'right',
      })),
    ),
  }).map((content) => Object.assign({}, content, { margin: [-5, 2, -5, 8] }));
}

/** Figures and short words take what they need; long ones share what is left. */
function columnWidths(
  columns: Extract<Block, { kind: 'table' }>['columns'],
  rows: readonly Span[][],
): Size[] {
  const longest = columns.map(({ label }, index) =>
    Math.max(label.length, ...rows.map((row) => row[index]?.text.length ?? 0)),
  );
  const isWide = (index: number) => columns[index]?.align === 'left' && (longest[index] ?? 0) > SHORT_WORDS;
  const widest = columns.some((_column, index) => isWide(index)) ? isWide : (index: number) => index === 0;
  return columns.map((_column, index) => (widest(index) ? '*' : 'auto'));
}

function plain({ text, unbound, strong }: Span): Span {
  return { text, ...(unbound === true ? { unbound } : {}), ...(strong === true ? { strong } : {}) };
}

/** Kept on one page with its title. */
function chartToContent(chart: ReportChart): Content[] {
  const svg = chartSvg(chart, TEXT_WIDTH);
  if (svg === null) return [];
  return [
    {
      unbreakable: true,
      stack: [{ text: chart.title, style: 'caption', margin: [0, 0, 0, 4] }, { svg }],
      margin: [0, 4, 0, 10],
    },
  ];
}
