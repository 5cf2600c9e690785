import type { Fact, ReportDocument, Span } from '@clearwatch/contracts/reports/report-document';
import { previousPeriod } from '../../metrics/period.ts';
import type { Asked } from '../asked.ts';
import { FactSheet } from '../fact-sheet.ts';
import { checkDocument } from '../grounding/check-document.ts';
import type { ReportComposer } from '../report-composer.ts';

export interface Written {
  document: ReportDocument;
  facts: Fact[];
  headline: string;
  titles: string[];
  /** All sentences and list items of a section; '' when there is no such section. */
  prose(title: string): string;
  /** The cells of a section's first table. */
  rows(title: string): string[][];
}

/** August 2026 of a ledger that begins in January. */
export function anAsked(change: Partial<Asked> = {}): Asked {
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

/** A document of a composer as a reader sees it. */
export function written<Data>(composer: ReportComposer<Data>, data: Data, asked = anAsked()): Written {
  const sheet = new FactSheet();
  const document = composer.compose(data, { asked, sheet });
  const sectionOf = (title: string) => document.sections.find((section) => section.title === title);
  return {
    document,
    facts: sheet.list(),
    headline: textOf(document.headline),
    titles: document.sections.map(({ title }) => title),
    prose: (title) =>
      (sectionOf(title)?.blocks ?? [])
        .flatMap((block) =>
          block.kind === 'paragraph' ? [block.spans] : block.kind === 'list' ? block.items : [],
        )
        .map(textOf)
        .join('\n'),
    rows: (title) => {
      const table = sectionOf(title)?.blocks.find((block) => block.kind === 'table');
      return table?.kind === 'table' ? table.rows.map((row) => row.map(({ text }) => text)) : [];
    },
  };
}

/** What a document says without a fact behind it although it has a digit, and facts that it names but has not; always none. */
export function unfounded({ document, facts }: Pick<Written, 'document' | 'facts'>): string[] {
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

/** The same as readers are warned of it: numbers and days in words included; always none. */
export function ungrounded({ document, facts }: Pick<Written, 'document' | 'facts'>): string[] {
  const { unbound } = checkDocument(document, facts);
  return [...unfounded({ document, facts }), ...unbound.map(({ text, around }) => `${text}: ${around}`)];
}

/** Sentences that no person would have written: doubled blanks, blanks before a stop, empty blocks; always none. */
export function illFormed({ document }: Pick<Written, 'document'>): string[] {
  const sentences = document.sections.flatMap(({ title, blocks }) =>
    blocks.length === 0
      ? [`${title} is empty`]
      : blocks
          .flatMap((block) =>
            block.kind === 'paragraph' ? [block.spans] : block.kind === 'list' ? block.items : [],
          )
          .map((spans) => (typeof spans === 'string' ? spans : textOf(spans))),
  );
  return [textOf(document.headline), ...sentences].filter(
    (text) =>
      text === '' ||
      / {2}| [.,;]|\.\.|undefined|NaN|null|is empty$/.test(text) ||
      !/(?:[.:)]|[.?!]”)$/.test(text),
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
