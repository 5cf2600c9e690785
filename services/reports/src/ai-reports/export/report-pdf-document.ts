import type { Block, Fact, ReportSection, Span } from '@clearwatch/contracts/ai-reports';
import { formatFact } from '@clearwatch/domain/report-writing/format-fact';
import {
  ACCENT,
  BACKGROUND,
  cell,
  letterhead,
  MUTED,
  pageFrame,
  TEXT_WIDTH,
  tableSection,
  WARNING,
} from '@clearwatch/service-kit/pdf/pdf-layout';
import type { Content, ContentText, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { chartSvg } from './report-chart-svg.ts';
import { CLASSIFICATION, formatInstant, type ReportFile, reportDetailLines, reportWarnings } from './report-file.ts';

/** Counts and sums have footnotes; days and names do not. */
const FOOTNOTED_KINDS = ['money', 'count', 'share', 'number'];
/** Fact references in the source of a computed fact, such as "(F1 − F2) ÷ F2". */
const REFERENCE = /\bF\d+\b/g;

/**
 * The cited facts and the facts used to compute them. Notes use fact IDs, because a plain "12" would look
 * like an exponent.
 */
class Footnotes {
  private readonly cited = new Set<string>();

  constructor(private readonly facts: readonly Fact[]) {}

  noteOf(factId: string): string | undefined {
    const fact = this.facts.find(({ id }) => id === factId);
    if (fact === undefined || !FOOTNOTED_KINDS.includes(fact.value.kind)) return undefined;
    this.cite(fact);
    return factId;
  }

  list(): Fact[] {
    return this.facts.filter(({ id }) => this.cited.has(id));
  }

  private cite(fact: Fact): void {
    if (this.cited.has(fact.id)) return;
    this.cited.add(fact.id);
    const references = new Set(fact.source.match(REFERENCE));
    for (const origin of this.facts.filter(({ id }) => references.has(id))) this.cite(origin);
  }
}

/** The PDF font has no warning symbol. */
const UNBOUND_MARK = '[!]';

/** Size in points. pdfmake sets superscript at about half this size. */
const NOTE_SIZE = 9;

/** Figures in text have notes; table cells do not. Unverified words are colored and marked. */
function spansToText(spans: readonly Span[], footnotes?: Footnotes): ContentText[] {
  return spans.flatMap(({ text, fact, strong, unbound }) => {
    const words: ContentText = {
      text: unbound === true ? `${text} ${UNBOUND_MARK}` : text,
      ...(strong === true || unbound === true ? { bold: true } : {}),
      ...(unbound === true ? { color: WARNING } : {}),
    };
    const note = fact === undefined ? undefined : footnotes?.noteOf(fact);
    if (note === undefined) return [words];
    return [words, { text: note, sup: true, color: MUTED, fontSize: NOTE_SIZE }];
  });
}

const MAX_FULL_SIZE_COLUMNS = 6;
/** Columns with longer text share the remaining width. */
const SHORT_TEXT_LENGTH = 14;

function blockToContent(block: Block, footnotes: Footnotes): Content[] {
  switch (block.kind) {
    case 'paragraph':
      return [{ text: spansToText(block.spans, footnotes), margin: [0, 0, 0, 6] }];
    case 'list': {
      const ul = block.items.map((item): Content => {
        return { text: spansToText(item, footnotes), margin: [0, 0, 0, 3] };
      });
      return [{ ul, margin: [0, 0, 0, 4] }];
    }
    case 'table':
      return tableToContent(block);
    case 'chart': {
      const svg = chartSvg(block.chart, TEXT_WIDTH);
      const title: Content = { text: block.chart.title, style: 'caption', margin: [0, 0, 0, 4] };
      return svg === null ? [] : [{ unbreakable: true, stack: [title, { svg }], margin: [0, 4, 0, 10] }];
    }
    case 'alerts': {
      const text = `Related alerts: ${block.alertIds.join(', ')}`;
      return block.alertIds.length === 0 ? [] : [{ text, style: 'small', margin: [0, 0, 0, 6] }];
    }
  }
}

function tableToContent({ caption, columns, rows }: Extract<Block, { kind: 'table' }>): Content[] {
  const fontSize = columns.length > MAX_FULL_SIZE_COLUMNS ? 7.5 : 8.5;
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
        text: spansToText([span]),
        fontSize,
        noWrap: columns[index]?.align === 'right',
      })),
    ),
  }).map((content) => Object.assign({}, content, { margin: [-5, 2, -5, 8] }));
}

function columnWidths(columns: Extract<Block, { kind: 'table' }>['columns'], rows: readonly Span[][]) {
  const longest = columns.map(({ label }, index) =>
    Math.max(label.length, ...rows.map((row) => row[index]?.text.length ?? 0)),
  );
  const isWide = (index: number) => columns[index]?.align === 'left' && (longest[index] ?? 0) > SHORT_TEXT_LENGTH;
  const hasWide = columns.some((_column, index) => isWide(index));
  return columns.map((_column, index) => ((hasWide ? isWide(index) : index === 0) ? '*' : 'auto'));
}

function reportHead(file: ReportFile, footnotes: Footnotes): Content[] {
  const { institution, report, document } = file;
  return [
    ...letterhead(institution),
    { text: report.title, style: 'title', margin: [0, 0, 0, 6] },
    {
      layout: 'noBorders',
      margin: [0, 0, 0, 8],
      table: {
        widths: [62, '*'],
        body: reportDetailLines(file).map(({ label, text }) => [{ text: label, color: MUTED }, { text }]),
      },
    },
    ...reportWarnings(file, UNBOUND_MARK).map((text) => box([{ text, color: WARNING, bold: true }], WARNING)),
    box([{ text: spansToText(document.headline, footnotes), style: 'lead' }], ACCENT),
  ];
}

function box(content: Content[], color: string): Content {
  return {
    layout: {
      hLineWidth: () => 0,
      vLineWidth: (line) => (line === 0 ? 3 : 0),
      vLineColor: () => color,
      fillColor: () => BACKGROUND,
      paddingLeft: () => 10,
      paddingRight: () => 10,
      paddingTop: () => 7,
      paddingBottom: () => 7,
    },
    table: { widths: ['*'], body: [[{ stack: content }]] },
    margin: [0, 0, 0, 8],
  };
}

/** Number of characters that fill about half a page. */
const MAX_UNBREAKABLE_LETTERS = 2_000;

export function reportPdfDocument(file: ReportFile): TDocumentDefinitions {
  const { report, document, institution, timeZone, exportedBy, exportedAt } = file;
  const footnotes = new Footnotes(file.facts);
  const frame = pageFrame({
    title: report.title,
    classification: CLASSIFICATION,
    subject: `${institution?.name ?? 'Clearwatch'} · Report ${report.id}`,
    exported: `Exported by ${exportedBy} on ${formatInstant(exportedAt, timeZone)}`,
    exportedBy,
    exportedAt,
  });
  return {
    ...frame,
    content: [
      reportHead(file, footnotes),
      document.sections.map((section) => sectionToContent(section, footnotes)),
      sourcesSection(footnotes),
    ].flat(2),
  };
}

/** Keeps a heading on the same page as the block after it, unless that block is long. */
function sectionToContent({ title, blocks }: ReportSection, footnotes: Footnotes): Content[] {
  const heading: Content = { text: title, style: 'section', margin: [0, 8, 0, 4] };
  const [first, ...others] = blocks;
  const rest = others.flatMap((block) => blockToContent(block, footnotes));
  if (first === undefined) return [heading];
  const firstContent = blockToContent(first, footnotes);
  return isUnbreakable(first)
    ? [{ unbreakable: true, stack: [heading, ...firstContent] }, ...rest]
    : [heading, ...firstContent, ...rest];
}

function isUnbreakable(block: Block): boolean {
  if (block.kind === 'chart') return true;
  const lettersIn = (spans: readonly Span[]) => spans.reduce((sum, { text }) => sum + text.length, 0);
  return block.kind === 'paragraph' && lettersIn(block.spans) < MAX_UNBREAKABLE_LETTERS;
}

function sourcesSection(footnotes: Footnotes): Content[] {
  return tableSection({
    title: 'Sources of the figures',
    columns: [
      { label: 'Note', width: 24, alignment: 'right' },
      { label: 'Figure', width: '38%' },
      { label: 'Value', width: 'auto', alignment: 'right' },
      { label: 'Source', width: '*' },
    ],
    isDense: true,
    rows: footnotes
      .list()
      .map(({ id, label, value, source }) => [
        small(id),
        small(label),
        { ...small(formatFact(value)), noWrap: true },
        small(source),
      ]),
  });
}

const small = (text: string): ContentText => ({ ...cell(text), fontSize: 7.5 });
