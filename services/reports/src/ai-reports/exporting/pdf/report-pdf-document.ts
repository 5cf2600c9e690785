import type { Block, ReportSection, Span } from '@clearwatch/contracts/ai-reports';
import { formatFact } from '@clearwatch/domain/report-writing/format-fact';
import { cell, pageFrame, tableSection } from '@clearwatch/service-kit/pdf/pdf-layout';
import type { Content, ContentText, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { instantWords } from '../instant-words.ts';
import { blockToContent } from './block-to-content.ts';
import { Footnotes } from './footnotes.ts';
import { CLASSIFICATION, type ReportFile } from './report-file.ts';
import { reportHead } from './report-head.ts';

/** About half a page. */
const MOST_LETTERS = 2_000;

/** A report as a document worth handing to a board: what it says, and where each figure of its text comes from. */
export function reportPdfDocument(file: ReportFile): TDocumentDefinitions {
  const { report, document, institution, timeZone, exportedBy, exportedAt } = file;
  const footnotes = new Footnotes(file.facts);
  const frame = pageFrame({
    title: report.title,
    classification: CLASSIFICATION,
    subject: `${institution?.name ?? 'Clearwatch'} · Report ${report.id}`,
    exported: `Exported by ${exportedBy} on ${instantWords(exportedAt, timeZone)}`,
    exportedBy,
    exportedAt,
  });
  return {
    ...frame,
    content: [
      reportHead(file, footnotes),
      document.sections.map((section) => sectionToContent(section, footnotes)),
      sources(footnotes),
    ].flat(2),
  };
}

/** A heading stays with what follows it, unless that is long enough to fill a page. */
function sectionToContent({ title, blocks }: ReportSection, footnotes: Footnotes): Content[] {
  const heading: Content = { text: title, style: 'section', margin: [0, 8, 0, 4] };
  const [first, ...others] = blocks;
  const rest = others.flatMap((block) => blockToContent(block, footnotes));
  if (first === undefined) return [heading];
  const begun = blockToContent(first, footnotes);
  return staysWhole(first)
    ? [{ unbreakable: true, stack: [heading, ...begun] }, ...rest]
    : [heading, ...begun, ...rest];
}

function staysWhole(block: Block): boolean {
  if (block.kind === 'chart') return true;
  const lettersIn = (spans: readonly Span[]) => spans.reduce((sum, { text }) => sum + text.length, 0);
  return block.kind === 'paragraph' && lettersIn(block.spans) < MOST_LETTERS;
}

function sources(footnotes: Footnotes): Content[] {
  return tableSection({
    title: 'Where the figures come from',
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

function small(text: string): ContentText {
  return { ...cell(text), fontSize: 7.5 };
}
