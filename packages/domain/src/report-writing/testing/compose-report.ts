import type { Fact, ReportDocument, Span } from '@clearwatch/contracts/ai-reports';
import { previousPeriod } from '../../calendar/period.ts';
import { FactSheet } from '../fact-sheet.ts';
import type { ReportComposer, ReportScope } from '../report-composer.ts';
import type { StatedValue, Statement } from '../verification/find-figures.ts';
import type { Clause } from '../verification/statement-context.ts';
import { verifyDocument, verifyText } from '../verification/verify-report.ts';

/** The text around a figure. `before` defaults to `nearBefore`. */
export function aClause(fields: Partial<Clause>): Clause {
  const { nearBefore = '', before = nearBefore } = fields;
  return { nearBefore, before, after: '', sentence: before, whose: [], ...fields };
}

/** A verified text, in which `{F1:$1.23 million}` is bound and `{?:$5}` is marked. */
export function verifiedText(text: string, ground: Parameters<typeof verifyText>[1]): string {
  return verifyText([{ text }], ground)
    .spans.map((span) =>
      span.unbound === true ? `{?:${span.text}}` : span.fact === undefined ? span.text : `{${span.fact}:${span.text}}`,
    )
    .join('');
}

/** "$1.2 million: money 1200000 by 100000": each statement in a text with its value and step. */
export function describeStatements(text: string, find: (text: string) => readonly Statement[]): string[] {
  return find(text).map(({ start, end, parsed }) => `${text.slice(start, end)}: ${describeValue(parsed)}`);
}

function describeValue(parsed: StatedValue): string {
  switch (parsed.kind) {
    case 'number':
      return `${parsed.unit} ${Number(parsed.micro) / 1e6} by ${Number(parsed.step) / 1e6}`;
    case 'day':
      return `day ${parsed.year ?? '????'}-${parsed.month}-${parsed.day}`;
    case 'month':
      return `month ${parsed.year ?? '????'}-${parsed.month}`;
    case 'name':
      return `name ${parsed.name}`;
    case 'code':
      return `code ${parsed.code}`;
    case 'unclear':
      return 'unclear';
  }
}

export interface ReadableReport {
  document: ReportDocument;
  facts: Fact[];
  headline: string;
  titles: string[];
  /** All sentences and list items in a section; '' when the section does not exist. */
  prose(title: string): string;
  /** The cells in a section's first table. */
  rows(title: string): string[][];
}

/** August 2026, in a ledger that begins in January. */
export function reportScope(change: Partial<ReportScope> = {}): ReportScope {
  const period = change.period ?? { firstDay: '2026-08-01', lastDay: '2026-08-31' };
  return {
    period,
    previous: previousPeriod(period),
    asOf: '2026-08-31',
    firstDay: '2026-01-01',
    prompt: null,
    ...change,
  };
}

/** A composed document as readers see it. */
export function composeReport<Data>(composer: ReportComposer<Data>, data: Data, scope = reportScope()): ReadableReport {
  const sheet = new FactSheet();
  const document = composer.compose(data, { scope, sheet });
  const sectionOf = (title: string) => document.sections.find((section) => section.title === title);
  return {
    document,
    facts: sheet.list(),
    headline: textOf(document.headline),
    titles: document.sections.map(({ title }) => title),
    prose: (title) =>
      (sectionOf(title)?.blocks ?? [])
        .flatMap((block) => (block.kind === 'paragraph' ? [block.spans] : block.kind === 'list' ? block.items : []))
        .map(textOf)
        .join('\n'),
    rows: (title) => {
      const table = sectionOf(title)?.blocks.find((block) => block.kind === 'table');
      return table?.kind === 'table' ? table.rows.map((row) => row.map(({ text }) => text)) : [];
    },
  };
}

/** Text with digits but no fact, and references to missing facts. Must be empty. */
export function statementsWithoutFact({ document, facts }: Pick<ReadableReport, 'document' | 'facts'>): string[] {
  const known = new Set(facts.map(({ id }) => id));
  const texts = document.sections
    .flatMap(({ title, blocks }) => [
      title,
      ...blocks.flatMap((block) =>
        block.kind === 'table' ? [block.caption, ...block.columns.map(({ label }) => label)] : [],
      ),
    ])
    .filter((text) => /\d/.test(text));
  const spans = spansOf(document)
    .filter(({ text, fact }) => (fact === undefined ? /\d/.test(text) : !known.has(fact)))
    .map(({ text }) => text);
  return [...texts, ...spans];
}

/** Also includes numbers and days in words, like those that the warning to readers counts. Must be empty. */
export function unverifiedStatements({ document, facts }: Pick<ReadableReport, 'document' | 'facts'>): string[] {
  const { unbound } = verifyDocument(document, facts);
  return [...statementsWithoutFact({ document, facts }), ...unbound.map(({ text, around }) => `${text}: ${around}`)];
}

/** Malformed sentences: double spaces, spaces before punctuation, empty blocks. Must be empty. */
export function malformedSentences({ document }: Pick<ReadableReport, 'document'>): string[] {
  const sentences = document.sections.flatMap(({ title, blocks }) =>
    blocks.length === 0
      ? [`${title} is empty`]
      : blocks
          .flatMap((block) => (block.kind === 'paragraph' ? [block.spans] : block.kind === 'list' ? block.items : []))
          .map((spans) => (typeof spans === 'string' ? spans : textOf(spans))),
  );
  return [textOf(document.headline), ...sentences].filter(
    (text) =>
      text === '' || / {2}| [.,;]|\.\.|undefined|NaN|null|is empty$/.test(text) || !/(?:[.:)]|[.?!]”)$/.test(text),
  );
}

function spansOf({ headline, sections }: ReportDocument): Span[] {
  const inBlocks = sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) => {
      if (block.kind === 'paragraph') return block.spans;
      if (block.kind === 'list') return block.items.flat();
      return block.kind === 'table' ? block.rows.flat() : [];
    }),
  );
  return [...headline, ...inBlocks];
}

const textOf = (spans: readonly Span[]): string => spans.map(({ text }) => text).join('');
