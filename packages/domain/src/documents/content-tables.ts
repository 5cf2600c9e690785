import { headingMeanings } from '../csv/heading-words.ts';
import { parseAmount } from '../money/cents.ts';
import { ColumnContents, isOfKind } from './column-contents.ts';
import {
  cellTexts,
  contentCuts,
  headingPhrases,
  headingsOfColumns,
  isMoneyColumn,
  phrasesOnLines,
} from './content-columns.ts';
import { type DocumentLayout, layoutFingerprint, lineBeginning } from './document-layout.ts';
import { columnOf } from './document-table-columns.ts';
import { assembleRows } from './document-table-rows.ts';
import {
  type Box,
  boundingBox,
  centerX,
  type DrawnLine,
  type Line,
  linesOf,
  textOf,
  type Word,
  type WordPage,
} from './document-words.ts';
import {
  columnMatches,
  type EntryShape,
  entryShapeOf,
  findAnchors,
  findHeadings,
  hasMoney,
  headingsAbove,
  isSumLine,
  joinLines,
  MAX_PARTIAL_ENTRIES,
  MIN_MATCHING_COLUMNS,
} from './entry-lines.ts';
import type { Cell, ExtractedTable, FoundTables, PrintedSum, ReviewReason, TableRow } from './extracted-table.ts';
import { AsideCells, companyIn, hasDates, headingCells, sideOfTitles, sidesOf, titleValues } from './group-headings.ts';
import { countLabels } from './labeled-values.ts';
import { OPENING, type Region, type Role, regionsOf, rolesOf, straysIn } from './line-roles.ts';
import { printedTotalsOf } from './printed-totals.ts';
import { isDrawnWithSigns } from './total-lines.ts';

/**
 * Tables found by their contents: lines with money together with an account, trace number or date, in columns that
 * repeat. Headings only help to tell what the columns are.
 */
export function readContentTables(
  pages: readonly WordPage[],
  { layouts = [] }: { layouts?: readonly DocumentLayout[] } = {},
): FoundTables {
  const found = readTables(pages, null);
  const saved = layouts.find(({ fingerprint }) => found.tables.some((table) => fingerprintOf(table) === fingerprint));
  return saved === undefined ? found : readTables(pages, saved);
}

/** Identifies the layout of a table with `layout`, as it is cut without a saved layout. */
export const fingerprintOf = ({ header, rows, layout }: ExtractedTable): string =>
  layout.fingerprint ??
  layoutFingerprint(
    header.map((heading, column) => ({
      heading,
      kind: new ColumnContents(rows.map(({ cells }) => cells[column]?.text ?? '')).kind,
    })),
  );

/** @param saved decides where columns are cut and which lines are skipped or are group headings */
function readTables(pages: readonly WordPage[], saved: DocumentLayout | null): FoundTables {
  const lines = pages.flatMap((page) => linesOf(page).filter(({ words }) => !isDrawnWithSigns(textOf(words))));
  let headers = findHeadings(lines);
  const isHeader = (index: number): boolean => headers.some(({ from, to }) => index >= from && index <= to);
  const anchors = findAnchors(lines, isHeader);
  if (anchors.size === 0) return { tables: [], unread: [] };
  if (headers.length === 0) headers = headingsAbove(lines, anchors);
  // Entries with an unreadable amount, or with a company such as "TOTAL WINE".
  const matches = columnMatches(lines.filter((_, index) => anchors.has(index)));
  const further = lines.flatMap((line, index) => {
    const share = isHeader(index) || anchors.has(index) ? 0 : matches(line);
    // Sums do not have an account, a name and a company.
    const isFull = share >= MIN_FULL_SHARE && hasMoney(line);
    return isFull || share === 1 || (share >= MIN_MATCHING_COLUMNS && !isSumLine(line)) ? [{ index, isFull }] : [];
  });
  // Many that match in part are second lines of entries.
  const isPartial = further.filter(({ isFull }) => !isFull).length <= MAX_PARTIAL_ENTRIES * anchors.size;
  for (const { index, isFull } of further) if (isFull || isPartial) anchors.add(index);
  const shape = entryShapeOf(
    lines,
    anchors,
    (index) => isHeader(index) || anchors.has(index) || isSumLine(lines[index] as Line),
  );
  const roles = rolesOf(lines, { headers, anchors, shape }).map((role, index) => {
    const text = lineBeginning(textOf(lines[index]?.words ?? []));
    return saved?.lines.find(({ begins }) => text.startsWith(begins))?.role ?? role;
  });
  const width = Math.max(...pages.map((page) => page.width));
  const side = sideBySideBoundary(
    lines.filter((_, index) => anchors.has(index)),
    { shape, width, headings: headers.flatMap(({ from, to }) => lines.slice(from, to + 1)) },
  );
  if (side !== null) return readHalves(pages, { at: side, isSplit: splitLinesOf(lines, roles), saved });
  const regions = regionsOf(lines, { headers, roles });
  const groups = Map.groupBy(regions, ({ headings }) =>
    headings.map(({ words }) => textOf(words).toLowerCase()).join('\n'),
  );
  const context = {
    lines,
    shape,
    width,
    rules: pages.flatMap((page) => page.rules ?? []),
    saved,
    titles: lines.filter((line, index) => roles[index] === 'title' && line.page === lines[0]?.page),
  };
  const read = [...groups.values()]
    .filter((of) => of.some((region) => region.lines.some(({ role }) => role === 'anchor')))
    .map((of) => readRegions(of, context));
  const controls = [
    ...read.flatMap((one) => one.controls),
    ...lines.flatMap((line, index) => (roles[index] === 'title' ? (printedTotalsOf(line) ?? []) : [])),
  ];
  return {
    tables: read.map(({ table }) => table),
    unread: read.flatMap((one) => one.unread),
    ...(controls.length > 0 && { controls }),
  };
}

const MIN_FULL_SHARE = 0.8;

/** Words of entries, headings and sums are on one side; titles are for both. */
function splitLinesOf(lines: readonly Line[], roles: readonly Role[]): (word: Word) => boolean {
  const split = new Set(
    lines.flatMap(({ words }, index) => (roles[index] === 'title' || roles[index] === 'skip' ? [] : words)),
  );
  return (word) => split.has(word);
}

function readHalves(
  pages: readonly WordPage[],
  { at, isSplit, saved }: { at: number; isSplit: (word: Word) => boolean; saved: DocumentLayout | null },
): FoundTables {
  const half = (isLeft: boolean): FoundTables =>
    readTables(
      pages.map((page) => ({
        ...page,
        words: page.words.filter((word) => !isSplit(word) || centerX(word) < at === isLeft),
      })),
      saved,
    );
  const [left, right] = [half(true), half(false)];
  const controls = [...(left.controls ?? []), ...(right.controls ?? [])];
  return {
    tables: [...left.tables, ...right.tables],
    unread: [...left.unread, ...right.unread],
    ...(controls.length > 0 && { controls }),
  };
}

const MIN_SIDE_COLUMNS = 3;

/** Where two lists stand side by side: the same kinds of columns, with one amount, on both sides. */
function sideBySideBoundary(
  entries: readonly Line[],
  { shape, width, headings }: { shape: EntryShape; width: number; headings: readonly Line[] },
): number | null {
  if (shape.above + shape.below > 0 || entries.length < 2) return null;
  const phrases = headings.flatMap(headingPhrases);
  const cuts = contentCuts(entries, { headings: phrases.map(({ box }) => box), width, count: 1 });
  const texts = entries.map((line) => cellTexts(line, cuts));
  // Specks in a few rows are no columns.
  const kept = Array.from({ length: cuts.length + 1 }, (_, column) => column).flatMap((column) => {
    const contents = new ColumnContents(texts.map((cells) => cells[column] ?? ''));
    const kind = contents.kind === 'trace' ? 'number' : contents.kind;
    return contents.filled.length >= entries.length / 2 ? [{ column, kind }] : [];
  });
  const half = kept.length / 2;
  const sides = [kept.slice(0, half), kept.slice(half)].map((side) => side.map(({ kind }) => kind).toSorted());
  const [left = [], right = []] = sides;
  const isMirrored =
    half >= MIN_SIDE_COLUMNS &&
    left.join() === right.join() &&
    left.includes('number') &&
    left.filter((kind) => kind === 'money').length === 1;
  return isMirrored ? (cuts[(kept[half]?.column ?? 0) - 1] ?? null) : null;
}

interface Context {
  lines: readonly Line[];
  shape: EntryShape;
  width: number;
  rules: readonly DrawnLine[];
  /** Of the document. */
  titles: readonly Line[];
  saved: DocumentLayout | null;
}

/** A saved layout may split or join columns, so the table is first cut without it. */
function readRegions(regions: readonly Region[], context: Context) {
  const own = cutRegions(regions, context, null);
  const fingerprint = fingerprintOf(own.table);
  const read = context.saved?.fingerprint === fingerprint ? cutRegions(regions, context, context.saved.cuts) : own;
  const cuts = read.table.layout.cuts;
  return { ...read, table: { ...read.table, layout: { cuts, fingerprint } } };
}

function cutRegions(
  regions: readonly Region[],
  { lines, shape, width, rules, titles }: Context,
  savedCuts: readonly number[] | null,
) {
  const count = 1 + shape.above + shape.below;
  const joined = new Map<Line, { line: Line; isWhole: boolean }>();
  const entries: Line[] = [];
  for (const { line, role, index } of regions.flatMap((region) => region.lines)) {
    if (role !== 'anchor') continue;
    const parts = lines
      .slice(Math.max(0, index - shape.above), index + shape.below + 1)
      .filter(({ page }) => page === line.page);
    const own = joinLines(parts, { anchor: line, width });
    joined.set(line, { line: own, isWhole: parts.length === count });
    entries.push(own);
  }
  const header = regions.find(({ headings }) => headings.length > 0)?.headings ?? [];
  const phrases = phrasesOnLines(header, { entries, width, count });
  const ownCuts = contentCuts(entries, { headings: phrases.map(({ box }) => box), width, count });
  const cuts = savedCuts?.map((cut) => cut * width) ?? ownCuts;
  const headings = headingsOfColumns(phrases, { cuts, lines: entries });
  const texts = entries.map((line) => cellTexts(line, cuts));
  const columnTexts = (column: number): string[] => texts.map((cells) => cells[column] ?? '');
  const columns = headings.map((_, column) => column);
  const money = columns.filter((column) => isMoneyColumn(columnTexts(column)));
  const prose = columns.filter(
    (column) => new ColumnContents(columnTexts(column)).share('text') > 0.5 && !money.includes(column),
  );
  const whole = new Set([...joined.values()].map(({ line }) => line));
  const body: Line[] = [];
  const isDated =
    columns.some((column) => hasDates(columnTexts(column), headings[column]?.text ?? '')) ||
    regions.some((region) => region.lines.some(({ line, role }) => role === 'heading' && titleValues([line]).size > 0));
  const sides = sidesOf({ headings, texts, money });
  const labels = countLabels(
    regions.flatMap((region) => region.lines.flatMap(({ line, role }) => (role === 'heading' ? [line] : []))),
  );
  const aside = new AsideCells();
  const unclear = new Map<Line, ReviewReason[]>();
  const sums: Line[] = [];
  let side: Cell | null = null;
  let lastPage: number | null = null;
  for (const region of regions) {
    let isInHeading = false;
    let isGroupOver = false;
    const strays = straysIn(region, regions);
    const ofTitles = isDated ? new Map<string, Cell>() : titleValues([...titles, ...region.titles]);
    // On the next page, the list goes on without its title.
    const page = region.headings[0]?.page ?? null;
    if (page !== null && page === lastPage) side = null;
    lastPage = region.lines.at(-1)?.line.page ?? lastPage;
    // A table with a title of its own does not go on with the direction of the table before.
    if (region.titles.length > 0) side = null;
    side = sides === null ? null : (sides.cell ?? sideOfTitles(region.titles) ?? side ?? sideOfTitles(titles));
    if (side !== null) ofTitles.set('D/C', side);
    const company = headings.some(({ text }) => headingMeanings(text).has('company'))
      ? null
      : companyIn([...titles, ...region.titles]);
    if (company !== null) ofTitles.set('Company', company);
    for (const { line, role } of region.lines) {
      const entry = joined.get(line);
      if (strays.has(line)) {
        // It may be the end of the entry above, or a group heading whose entries are on the next page.
        body.push(line);
        isGroupOver ||= aside.hasValues;
      } else if (role === 'heading') {
        if (!isInHeading) aside.clear();
        for (const [label, cell] of headingCells(line, labels)) aside.set(label, cell);
      } else if (role === 'wrapped') body.push(line);
      else if (entry !== undefined) {
        const own = entry.line;
        body.push(own);
        for (const [label, cell] of ofTitles) aside.set(label, cell);
        aside.keep(own);
        if (isGroupOver) unclear.set(own, [{ column: null, reason: AFTER_SUM }]);
        if (!entry.isWhole) unclear.set(own, [{ column: null, reason: 'a line of this entry is missing on the page' }]);
      } else if (role === 'sum') sums.push(line);
      if (role === 'heading' && !strays.has(line)) isGroupOver = false;
      else if (role === 'sum' && aside.hasValues && !OPENING.test(textOf(line.words))) isGroupOver = true;
      if (role !== 'skip' && role !== 'more') isInHeading = role === 'heading';
    }
  }
  const read = assembleRows(body, {
    cuts,
    money,
    prose,
    rules,
    ...(headings.every(({ box }) => box !== null) && { headings: headings.map(({ box }) => box as Box) }),
    isEntry: (line) => whole.has(line),
  });
  const anchorsInOrder = body.filter((line) => whole.has(line));
  const rows = read.rows.map((row, index): TableRow => {
    const anchor = anchorsInOrder[index] as Line;
    const reasons = [...(row.unclear ?? []), ...(unclear.get(anchor) ?? []), ...aside.reasonsFor(anchor)];
    return {
      ...row,
      cells: [...row.cells.map((cell) => atPlace(cell, width)), ...aside.cellsOf(anchor)],
      ...(reasons.length > 0 && { unclear: reasons }),
    };
  });
  const printed = sums.map((line) => ({ line, control: printedTotalsOf(line) }));
  // Sums without a direction belong to the columns that they are printed below.
  const totals = printed.flatMap(({ line, control }) =>
    control?.sums.every(({ direction }) => direction !== null) === true && control.sums.length > 0
      ? []
      : sumsOf(line, { cuts, money, width }),
  );
  const controls = printed.flatMap(({ control }) =>
    control === null ? [] : [{ ...control, sums: control.sums.filter(({ direction }) => direction !== null) }],
  );
  const table: ExtractedTable = {
    header: [...headings.map(({ text }) => text), ...aside.headings],
    rows,
    totals,
    layout: { cuts: cuts.map((cut) => cut / width) },
  };
  return {
    table,
    // An amount that is neither in an entry nor a sum must be looked at.
    unread: [...read.unread, ...sums.filter((line) => hasMoney(line) && !isSumLine(line))].map(
      ({ page, words, box }) => ({ page, text: textOf(words), box }),
    ),
    controls,
  };
}

const AFTER_SUM =
  'a group seems to end above this entry, but no heading of another group was found, so its values may be different';
/** Back from the joined line of an entry to the page. */
function atPlace(cell: Cell, width: number): Cell {
  if (cell.place === null) return cell;
  const back = (box: Box): Box => ({ ...box, x: box.x % width });
  const { lines } = cell.place;
  return {
    ...cell,
    place: { ...cell.place, box: back(cell.place.box), ...(lines && { lines: lines.map(back) }) },
  };
}

function sumsOf(
  line: Line,
  { cuts, money, width }: { cuts: readonly number[]; money: readonly number[]; width: number },
): PrintedSum[] {
  const control = printedTotalsOf(line);
  const part = Math.floor((cuts[(money[0] ?? 0) - 1] ?? 0) / width);
  return line.words.flatMap((word): PrintedSum[] => {
    if (!isOfKind(word.text, 'money')) return [];
    const cents = parseAmount(word.text);
    const printed = control?.sums.find((sum) => 'cents' in cents && sum.cents === Math.abs(cents.cents));
    const column = columnOf({ ...word, x: word.x + part * width }, cuts);
    if (!money.includes(column)) return [];
    return [
      {
        column,
        text: word.text,
        ...(typeof printed?.direction === 'string' && { direction: printed.direction }),
        place: { page: line.page, box: boundingBox([word]) },
      },
    ];
  });
}
