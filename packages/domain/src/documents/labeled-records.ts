import { CSV_FIELDS } from '@clearwatch/contracts/csv-mapping';
import { type ColumnMeaning, headingMeanings } from '../csv/heading-words.ts';
import { type CellKind, isOfKind } from './column-contents.ts';
import { boundingBox, centerX, type Line, linesOf, textOf, type Word, type WordPage } from './document-words.ts';
import { isSumLine } from './entry-lines.ts';
import type { Cell, ExtractedTable, FoundTables, TableRow } from './extracted-table.ts';
import { labeledWordsOf } from './labeled-values.ts';
import { type PrintedTotals, printedTotalsOf } from './printed-totals.ts';

interface LabeledCell {
  label: string;
  words: readonly Word[];
  line: Line;
}

/** Cards beside each other. */
const MIN_CARDS = 2;
const MIN_LABELS = 4;
/** A label that few records have is not one of theirs. */
const MIN_LABEL_SHARE = 0.5;
/** Share of the document's words in records; otherwise, a table with group headings is more likely. */
const MIN_RECORD_SHARE = 0.6;

/** Entries printed as labels and values, also as cards beside each other. Null when the document has none. */
export function readLabeledRecords(pages: readonly WordPage[]): FoundTables | null {
  const parts = pages.flatMap(cardColumns);
  const lines = parts.flatMap(linesOf);
  const found = lines
    .filter((line) => !isSumLine(line))
    .flatMap((line) => labeledWordsOf(line).map((value): LabeledCell => ({ ...value, line })));
  const first = found.findIndex(({ label }) =>
    [...headingMeanings(label).keys()].some((one) => Object.hasOwn(CSV_FIELDS, one)),
  );
  const labeled = found.filter(({ label }, index) => index >= first && label !== '' && !PAGE_LABEL.test(label));
  const counts = Map.groupBy(labeled, ({ label }) => label);
  const most = Math.max(0, ...[...counts.values()].map(({ length }) => length));
  const labels = new Set(
    [...counts].flatMap(([label, { length }]) => (length >= MIN_LABEL_SHARE * most ? [label] : [])),
  );
  const records: LabeledCell[][] = [];
  for (const one of labeled.filter(({ label }) => labels.has(label))) {
    const record = records.at(-1);
    const isNew = record === undefined || record.some(({ label }) => label === one.label);
    if (isNew) records.push([one]);
    else record.push(one);
  }
  const known = [...labels].filter((label) => headingMeanings(label).size > 0);
  const used = records
    .flat()
    .reduce((sum, { label, words }) => sum + (words.length === 0 ? 0 : label.split(' ').length + words.length), 0);
  const all = pages.reduce((sum, { words }) => sum + words.length, 0);
  const entries = records.filter((record) => NEEDED.every((needed) => record.some((one) => isFilled(one, needed))));
  if (entries.length < records.length / 2 || known.length < MIN_LABELS || used < MIN_RECORD_SHARE * all) return null;
  const controls = lines.flatMap((line): PrintedTotals[] => {
    const control = isSumLine(line) ? printedTotalsOf(line) : null;
    return control === null ? [] : [control];
  });
  const table = {
    header: [...labels],
    rows: records.map((record) => rowOf(record, [...labels])),
    totals: [],
    layout: { cuts: [] },
  };
  return { tables: [table satisfies ExtractedTable], unread: [], ...(controls.length > 0 && { controls }) };
}

/** An entry has an account and an amount, by their labels or values. */
const NEEDED: readonly { meanings: readonly ColumnMeaning[]; kind: CellKind }[] = [
  { meanings: ['accountNumber', 'memberId', 'originalAccount'], kind: 'number' },
  { meanings: ['amount', 'debitAmount', 'creditAmount'], kind: 'money' },
];

const isFilled = ({ label, words }: LabeledCell, { meanings, kind }: (typeof NEEDED)[number]): boolean =>
  words.some(({ text }) => isOfKind(text, kind)) ||
  (words.length > 0 && meanings.some((meaning) => headingMeanings(label).has(meaning)));

/** Labels of a page instead of a record. */
const PAGE_LABEL = /^(?:page|printed|run|report|prepared|generated)\b/i;

function rowOf(record: readonly LabeledCell[], labels: readonly string[]): TableRow {
  const page = record[0]?.line.page ?? 1;
  return {
    cells: labels.map((label) => cellOf(record.find((one) => one.label === label))),
    page,
    // A record that continues on the next page is shown where it begins.
    box: boundingBox(record.filter(({ line }) => line.page === page).map(({ line }) => line.box)),
  };
}

function cellOf(found: LabeledCell | undefined): Cell {
  if (found === undefined || found.words.length === 0) return { text: '', confidence: 1, place: null };
  return {
    text: textOf(found.words).trim(),
    confidence: Math.min(...found.words.map(({ confidence }) => confidence)),
    place: { page: found.line.page, box: boundingBox(found.words) },
  };
}

/** A page with cards beside each other as one page per column of cards. */
function cardColumns(page: WordPage): WordPage[] {
  const repeated = linesOf(page).flatMap((line) => {
    const pairs = labeledWordsOf(line).filter(({ label }) => label !== '');
    const again = pairs.find(({ label }, index) => pairs.slice(0, index).some((one) => one.label === label));
    return again === undefined ? [] : [{ line, again }];
  });
  if (repeated.length < MIN_CARDS) return [page];
  const starts = repeated.flatMap(({ line, again }) => {
    const first = again.label.split(' ').at(0) ?? '';
    const found = line.words.filter(({ text }) => text.replace(/:$/, '') === first);
    return found.length > 1 ? [found[1]?.x ?? 0] : [];
  });
  if (starts.length === 0) return [page];
  const at = Math.min(...starts) - 1;
  const side = (isLeft: boolean): WordPage => ({
    ...page,
    words: page.words.filter((word) => centerX(word) < at === isLeft),
  });
  return [side(true), ...cardColumns(side(false))];
}
