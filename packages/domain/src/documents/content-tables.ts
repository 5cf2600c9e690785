import { headingMeanings, headingWords } from '../csv/heading-words.ts';
import { parseAmount } from '../money/cents.ts';
import { ColumnContents, isOfKind } from './column-contents.ts';
import { cellTexts, contentCuts, headingPhrases, headingsOfColumns, isMoneyColumn } from './content-columns.ts';
import { type DocumentLayout, layoutFingerprint, lineBeginning } from './document-layout.ts';
import { columnOf } from './document-table-columns.ts';
import { assembleRows } from './document-table-rows.ts';
import { type Box, boundingBox, centerX, type DrawnLine, type Line, linesOf, phrasesOf, rightEdge, textOf, type Word, type WordPage } from './document-words.ts';
import {
  entryShapeOf,
  type EntryShape,
  gapBetween,
  findAnchors,
  findHeadings,
  hasMoney,
  isSumLine,
  isWrappedText,
  joinLines,
  MAX_ENTRY_GAP,
  wrappedTextStarts,
} from './entry-lines.ts';
import type { Cell, ExtractedTable, PrintedSum, ReviewReason, TableRow } from './extracted-table.ts';
import { countLabels, type LabeledWords, labeledWordsOf } from './labeled-values.ts';
import { printedTotalsOf } from './printed-totals.ts';
import type { PositionedTables } from './read-document-tables.ts';
import { isDrawnWithSigns } from './total-lines.ts';

type Role = 'anchor' | 'more' | 'header' | 'sum' | 'title' | 'heading' | 'wrapped' | 'skip';

/** A run of entries below the same headings. */
interface Region {
  headings: readonly Line[];
  titles: readonly Line[];
  lines: { line: Line; role: Role; index: number }[];
}

/**
 * Tables found by their contents: lines with money together with an account, trace number or date, in columns that
 * repeat. Headings only help to tell what the columns are.
 */
export function readContentTables(
  pages: readonly WordPage[],
  { layouts = [] }: { layouts?: readonly DocumentLayout[] } = {},
): PositionedTables {
  const found = readTables(pages, null);
  const saved = layouts.find(({ fingerprint }) => found.tables.some((table) => fingerprintOf(table) === fingerprint));
  return saved === undefined ? found : readTables(pages, saved);
}

/** Identifies the layout of a table with `layout`. */
export const fingerprintOf = ({ header, rows }: ExtractedTable): string =>
  layoutFingerprint(
    header.map((heading, column) => ({
      heading,
      kind: new ColumnContents(rows.map(({ cells }) => cells[column]?.text ?? '')).kind,
    })),
  );

/** @param saved decides where columns are cut and which lines are skipped or are group headings */
function readTables(pages: readonly WordPage[], saved: DocumentLayout | null): PositionedTables {
  const lines = pages.flatMap((page) => linesOf(page).filter(({ words }) => !isDrawnWithSigns(textOf(words))));
  const headers = findHeadings(lines);
  const isHeader = (index: number): boolean => headers.some(({ from, to }) => index >= from && index <= to);
  const anchors = findAnchors(lines, isHeader);
  if (anchors.size === 0) return { tables: [], unread: [] };
  // Entries with an unreadable amount, or with a company such as "TOTAL WINE".
  const matches = columnMatches(lines.filter((_, index) => anchors.has(index)));
  const further = lines.flatMap((line, index) => {
    const share = isHeader(index) || anchors.has(index) ? 0 : matches(line);
    return share === 1 || (share >= MIN_MATCHING_COLUMNS && !isSumLine(line)) ? [{ index, isFull: share === 1 && hasMoney(line) }] : [];
  });
  // Many that match in part are second lines of entries.
  const isPartial = further.filter(({ isFull }) => !isFull).length <= MAX_PARTIAL_ENTRIES * anchors.size;
  for (const { index, isFull } of further) if (isFull || isPartial) anchors.add(index);
  const shape = entryShapeOf(lines, anchors, (index) => isHeader(index) || anchors.has(index) || isSumLine(lines[index] as Line));
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

/** Words of entries, headings and sums are on one side; titles are for both. */
function splitLinesOf(lines: readonly Line[], roles: readonly Role[]): (word: Word) => boolean {
  const split = new Set(lines.flatMap(({ words }, index) => (roles[index] === 'title' || roles[index] === 'skip' ? [] : words)));
  return (word) => split.has(word);
}

function readHalves(
  pages: readonly WordPage[],
  { at, isSplit, saved }: { at: number; isSplit: (word: Word) => boolean; saved: DocumentLayout | null },
): PositionedTables {
  const half = (isLeft: boolean): PositionedTables =>
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
  const kinds = Array.from({ length: cuts.length + 1 }, (_, column) => {
    const { kind } = new ColumnContents(texts.map((cells) => cells[column] ?? ''));
    return kind === 'trace' ? 'number' : kind;
  });
  const half = kinds.length / 2;
  const sides = [kinds.slice(0, half), kinds.slice(half)].map((side) => side.toSorted());
  const [left = [], right = []] = sides;
  const isMirrored =
    half >= MIN_SIDE_COLUMNS &&
    left.join() === right.join() &&
    left.includes('number') &&
    left.filter((kind) => kind === 'money').length === 1;
  return isMirrored ? (cuts[half - 1] ?? null) : null;
}

function rolesOf(
  lines: readonly Line[],
  {
    headers,
    anchors,
    shape: { above, below },
  }: { headers: readonly { from: number; to: number }[]; anchors: ReadonlySet<number>; shape: EntryShape },
): Role[] {
  const roles: (Role | undefined)[] = lines.map(() => undefined);
  for (const { from, to } of headers) roles.fill('header', from, to + 1);
  for (const anchor of anchors) {
    roles[anchor] = 'anchor';
    for (let offset = -above; offset <= below; offset += 1) {
      const at = anchor + offset;
      if (roles[at] === undefined && lines[at]?.page === lines[anchor]?.page) roles[at] = 'more';
    }
  }
  const starts = wrappedTextStarts(lines, anchors);
  const seen = Map.groupBy(lines, ({ words }) => plainText(textOf(words)));
  const headed = new Set(headers.map(({ from }) => lines[from]?.page));
  let isBeforeTable = true;
  let isNearEntry = false;
  return lines.map((line, index): Role => {
    const role = roles[index];
    const [above, below] = [lines[index - 1], lines[index + 1]];
    const isBelowEntry = isNearEntry && above !== undefined && gapBetween(above, line) <= MAX_ENTRY_GAP;
    const isAboveEntry = anchors.has(index + 1) && below !== undefined && gapBetween(line, below) <= MAX_ENTRY_GAP;
    isNearEntry = role === 'anchor' || role === 'more';
    // On a page without headings, a group heading may be the first line below the title that all pages have.
    if (lines[index - 1]?.page !== line.page) isBeforeTable = index === 0 || headed.has(line.page);
    if (role !== undefined) {
      isBeforeTable = false;
      return role;
    }
    const text = textOf(line.words);
    if (isSumLine(line) || hasMoney(line)) return isBeforeTable ? 'title' : 'sum';
    const isRepeated = new Set(seen.get(plainText(text))?.map(({ page }) => page)).size > 1;
    // The date of a group differs from page to page, but not the title of the report.
    const isLabeled = labeledWordsOf(line)[0]?.label !== '';
    if (isRepeated && (isBeforeTable || (!isLabeled && isAtTop(line, lines)))) return 'skip';
    if (isBeforeTable || PAGE.test(text)) return PAGE.test(text) ? 'skip' : 'title';
    // A text at the margin is a group heading, unless entries begin with texts that may be wrapped.
    const isWrapped = isWrappedText(line, starts) && (isBelowEntry || isAboveEntry);
    isNearEntry = isWrapped;
    return isWrapped ? 'wrapped' : 'heading';
  });
}

/** In lines. */
const MAX_TOP_LINES = 6;

const isAtTop = (line: Line, lines: readonly Line[]): boolean =>
  lines.filter(({ page, box }) => page === line.page && box.y < line.box.y).length < MAX_TOP_LINES;

const PAGE = /\b(?:page|pg|sheet)\s*:?\s*\d+/i;
const plainText = (text: string): string => text.toLowerCase().replaceAll(/\d+/g, '9');

/** Regions begin at headings. Lines directly above headings are their titles. */
function regionsOf(
  lines: readonly Line[],
  { headers, roles }: { headers: readonly { from: number; to: number }[]; roles: readonly Role[] },
): Region[] {
  const regions: Region[] = [{ headings: [], titles: [], lines: [] }];
  for (const [index, line] of lines.entries()) {
    const header = headers.find(({ from }) => from === index);
    if (header !== undefined) {
      const last = regions.at(-1) as Region;
      const entries = last.lines.findLastIndex(({ role }) => role === 'anchor' || role === 'more' || role === 'sum');
      const titles = last.lines
        .slice(entries + 1)
        .filter((one) => (one.role !== 'wrapped' || entries === -1) && one.line.page === line.page);
      last.lines = last.lines.filter((one) => !titles.includes(one));
      regions.push({
        headings: lines.slice(header.from, header.to + 1),
        titles: titles.map((one) => one.line),
        lines: [],
      });
    }
    const role = roles[index] ?? 'skip';
    if (role !== 'header') regions.at(-1)?.lines.push({ line, role, index });
  }
  // Lines before the first headings belong to no table unless there are entries.
  const [first] = regions;
  if (first !== undefined && regions.length > 1 && !first.lines.some(({ role }) => role === 'anchor')) regions.shift();
  return regions;
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

function readRegions(regions: readonly Region[], { lines, shape, width, rules, titles, saved }: Context) {
  const count = 1 + shape.above + shape.below;
  const joined = new Map<Line, { line: Line; isWhole: boolean }>();
  const entries: Line[] = [];
  for (const { line, role, index } of regions.flatMap((region) => region.lines)) {
    if (role !== 'anchor') continue;
    const parts = lines.slice(Math.max(0, index - shape.above), index + shape.below + 1).filter(({ page }) => page === line.page);
    const own = joinLines(parts, { anchor: line, width });
    joined.set(line, { line: own, isWhole: parts.length === count });
    entries.push(own);
  }
  const header = regions.find(({ headings }) => headings.length > 0)?.headings ?? [];
  const phrases = phrasesOnLines(header, { entries, width, count });
  const ownCuts = contentCuts(entries, { headings: phrases.map(({ box }) => box), width, count });
  const cuts = saved?.cuts.length === ownCuts.length ? saved.cuts.map((cut) => cut * width) : ownCuts;
  const headings = headingsOfColumns(phrases, { cuts, lines: entries });
  const texts = entries.map((line) => cellTexts(line, cuts));
  const columnTexts = (column: number): string[] => texts.map((cells) => cells[column] ?? '');
  const columns = headings.map((_, column) => column);
  const money = columns.filter((column) => isMoneyColumn(columnTexts(column)));
  const prose = columns.filter((column) => new ColumnContents(columnTexts(column)).share('text') > 0.5 && !money.includes(column));
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
    const strays = straysIn(region);
    const ofTitles = isDated ? new Map<string, Cell>() : titleValues([...titles, ...region.titles]);
    // On the next page, the list goes on without its title.
    const page = region.headings[0]?.page ?? null;
    if (page !== null && page === lastPage) side = null;
    lastPage = region.lines.at(-1)?.line.page ?? lastPage;
    side = sides === null ? null : (sides.cell ?? sideOfTitles(region.titles) ?? side ?? sideOfTitles(titles));
    if (side !== null) ofTitles.set('D/C', side);
    const employer = headings.some(({ text }) => headingMeanings(text).has('company')) ? null : employerIn(titles);
    if (employer !== null) ofTitles.set('Company', employer);
    for (const { line, role } of region.lines) {
      const entry = joined.get(line);
      if (strays.has(line)) {
        // It may be the end of the entry above, or a group heading whose entries are on the next page.
        body.push(line);
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
        if (!entry.isWhole)
          unclear.set(own, [{ column: null, reason: 'a line of this entry is missing on the page' }]);
      } else if (role === 'sum') sums.push(line);
      if (role === 'heading') isGroupOver = false;
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

const MAX_UNLABELED_TEXTS = 2;

/** Several values without labels are part of an entry. */
const hasManyTexts = (line: Line): boolean =>
  labeledWordsOf(line).filter(({ label }) => label === '').length > MAX_UNLABELED_TEXTS;

const AFTER_SUM = 'this entry is below the sum of a group, but no heading of another group was found above it';
/** A balance above the entries of a group. */
const OPENING = /\b(?:balance|opening|beginning|previous|brought|forward)\b/i;

/** Texts between entries that are no group headings, because no entry follows on the page. */
function straysIn({ lines }: Region): Set<Line> {
  const strays = new Set(
    lines.flatMap(({ line, role }) => (role === 'heading' && hasManyTexts(line) ? [line] : [])),
  );
  let isFollowed = false;
  let page: number | null = null;
  for (const { line, role } of lines.toReversed()) {
    if (line.page !== page) isFollowed = false;
    page = line.page;
    if (role === 'anchor' || role === 'more') isFollowed = true;
    else if (role === 'sum' && !OPENING.test(textOf(line.words))) isFollowed = false;
    else if (role === 'heading' && !isFollowed) strays.add(line);
  }
  return strays;
}

/** Cells from group headings and titles, which apply to the entries below them. */
class AsideCells {
  readonly #columns: string[] = [];
  readonly #current = new Map<string, Cell>();
  readonly #rows = new Map<Line, ReadonlyMap<string, Cell>>();

  clear(): void {
    this.#current.clear();
  }

  set(key: string, cell: Cell): void {
    if (!this.#columns.includes(key)) this.#columns.push(key);
    this.#current.set(key, cell);
  }

  get hasValues(): boolean {
    return this.#current.size > 0;
  }

  keep(line: Line): void {
    this.#rows.set(line, new Map(this.#current));
  }

  get headings(): string[] {
    return this.#columns.map((key) => (key.startsWith(UNLABELED) ? '' : key));
  }

  /** An entry without a value that the headings of other groups have. */
  reasonsFor(line: Line): ReviewReason[] {
    const cells = this.#rows.get(line);
    const missing = this.#columns.filter((key) => !key.startsWith(UNLABELED) && cells?.has(key) !== true);
    return missing.map((key) => ({ column: null, reason: `no "${key}" was found in the heading of its group` }));
  }

  cellsOf(line: Line): Cell[] {
    const cells = this.#rows.get(line);
    return this.#columns.map((key) => cells?.get(key) ?? EMPTY);
  }
}

/** Texts without a label are told apart by their order. */
const UNLABELED = '\0';

const EMPTY: Cell = { text: '', confidence: 1, place: null };

/** Every heading line is above the line of the entry whose columns it names best. */
function phrasesOnLines(header: readonly Line[], { entries, width, count }: { entries: readonly Line[]; width: number; count: number }) {
  const options = assignments(header.length, count);
  const lines = header.map(headingPhrases);
  const extents = Array.from({ length: count }, (_, part) =>
    entries.flatMap(({ words }) => words.filter((word) => Math.floor(centerX(word) / width) === part)),
  );
  const fit = (line: number, part: number): number =>
    (lines[line] ?? []).reduce((sum, { words, box }) => {
      const below = (extents[part] ?? []).filter(
        (word) => word.x - part * width < box.x + box.width && word.x + word.width - part * width > box.x,
      );
      return sum + (below.length === 0 ? 0 : fitOfHeading(textOf(words), below.map(({ text }) => text)));
    }, 0);
  const scored = options.map((option) => ({
    option,
    // When there are enough heading lines, every line of the entry has one.
    score: option.reduce((sum, part, line) => sum + fit(line, part), 0) + (header.length >= count ? new Set(option).size : 0),
  }));
  const best = scored.toSorted((one, other) => other.score - one.score)[0]?.option ?? [];
  const stacked: { words: Word[]; box: Box }[] = [];
  for (const [line, phrases] of lines.entries())
    for (const { words, box } of phrases) {
      const shift = (best[line] ?? 0) * width;
      const moved = { words: words.map((word) => ({ ...word, x: word.x + shift })), box: { ...box, x: box.x + shift } };
      const above = stacked.filter((one) => overlaps(one.box, moved.box));
      const [over] = above;
      if (over === undefined || above.length > 1) stacked.push(moved);
      else {
        over.words.push(...moved.words);
        over.box = boundingBox([over.box, moved.box]);
      }
    }
  return stacked;
}

const overlaps = (one: Box, other: Box): boolean => one.x < rightEdge(other) && other.x < rightEdge(one);

/** Whether words below a heading may be what it names. */
function fitOfHeading(heading: string, words: readonly string[]): number {
  const meanings = [...headingMeanings(heading).keys()];
  const isDate = meanings.some((meaning) => meaning.endsWith('Date'));
  const isMoney = meanings.some((meaning) => /mount|balance|fee/.test(meaning));
  const share = (test: (text: string) => boolean): number => words.filter(test).length / words.length;
  if (isMoney) return share((text) => isOfKind(text, 'money'));
  if (isDate) return share((text) => isOfKind(text, 'date') || isOfKind(text, 'compactDate'));
  if (meanings.includes('checkTracerNumber') || meanings.includes('accountNumber')) return share((text) => isOfKind(text, 'number'));
  if (meanings.includes('fullName') || meanings.includes('company')) return share((text) => isOfKind(text, 'text'));
  return 0.3;
}

/** Non-decreasing choices of an entry line for each heading line. */
function assignments(headers: number, count: number, from = 0): number[][] {
  if (headers === 0) return [[]];
  return Array.from({ length: count - from }, (_, step) => from + step).flatMap((part) =>
    assignments(headers - 1, count, part).map((rest) => [part, ...rest]),
  );
}

const MIN_MATCHING_COLUMNS = 0.6;
const MAX_PARTIAL_ENTRIES = 0.5;

/** The share of the columns that entries always fill in which a line has what they have; 0 when there are few. */
function columnMatches(entries: readonly Line[]): (line: Line) => number {
  const cuts = contentCuts(entries, {
    headings: [],
    width: Math.max(...entries.map(({ box }) => rightEdge(box))) + 1,
    count: 1,
  });
  const texts = entries.map((line) => cellTexts(line, cuts));
  const usual = Array.from(
    { length: cuts.length + 1 },
    (_, column) => new ColumnContents(texts.map((cells) => cells[column] ?? '')),
  );
  const always = usual.flatMap((contents, column) =>
    contents.filled.length >= ALWAYS_FILLED * texts.length ? [column] : [],
  );
  return (line) => {
    if (always.length < MIN_FULL_COLUMNS) return 0;
    const cells = cellTexts(line, cuts);
    const matching = always.filter((column) => {
      const kind = usual[column]?.kind ?? 'other';
      const text = (cells[column] ?? '').trim();
      return text !== '' && (kind === 'other' || kind === 'empty' || isOfKind(text, kind));
    });
    const isNumbered = matching.some((column) => NUMBERED.has(usual[column]?.kind ?? 'other'));
    return isNumbered ? matching.length / always.length : 0;
  };
}

const ALWAYS_FILLED = 0.9;
const MIN_FULL_COLUMNS = 3;
const NUMBERED: ReadonlySet<string> = new Set(['number', 'trace', 'date', 'money']);

function cellOfWords({ words }: LabeledWords, page: number): Cell {
  return {
    text: textOf(words).replace(/\s*\(\d+\)$/, ''),
    confidence: Math.min(...words.map(({ confidence }) => confidence)),
    place: { page, box: boundingBox(words) },
  };
}

/** The values of a group heading by their labels. */
function headingCells(line: Line, labels: ReadonlyMap<string, number>): Map<string, Cell> {
  const cells = new Map<string, Cell>();
  for (const [index, found] of labeledWordsOf(line, labels).entries()) {
    if (found.words.length === 0) continue;
    const key = found.label === '' ? `${UNLABELED}${index}` : found.label;
    cells.set(cells.has(key) ? `${key} (${index + 1})` : key, cellOfWords(found, line.page));
  }
  return cells;
}

/** Dates that titles state for all entries below them: "settlement 06/27/26". */
function titleValues(titles: readonly Line[]): Map<string, Cell> {
  return new Map(
    titles.flatMap((line) =>
      line.words.flatMap((word, index): [string, Cell][] => {
        if (!isDate(word.text)) return [];
        const label = [3, 2, 1]
          .map((length) => textOf(line.words.slice(Math.max(0, index - length), index)).replace(/:$/, ''))
          .find((text) => headingWords(text).isWhole && DATE_LABEL(text));
        return label === undefined ? [] : [[label, cellOfWords({ label, words: [word] }, line.page)]];
      }),
    ),
  );
}

const DATE_LABEL = (label: string): boolean =>
  [...headingMeanings(label)].some(([meaning, score]) => meaning.endsWith('Date') && score >= 0.8);
const INSTITUTION = /\b(?:credit union|f?cu|fcu|bank|federal)\b/i;

/** A payroll register names the employer, which is the company, in its first line. */
function employerIn(titles: readonly Line[]): Cell | null {
  const [first] = titles;
  const isPayroll = titles.slice(0, MAX_TITLE_LINES).some(({ words }) => /\bpayroll\b/i.test(textOf(words)));
  if (first === undefined || !isPayroll) return null;
  const [phrase = []] = phrasesOf(first.words);
  const text = textOf(phrase);
  if (INSTITUTION.test(text) || /\bpayroll\b|\d{4}/i.test(text)) return null;
  return { text, confidence: Math.min(...phrase.map(({ confidence }) => confidence)), place: { page: first.page, box: boundingBox(phrase) } };
}
const MAX_TITLE_LINES = 4;

const hasDates = (texts: readonly string[], heading: string): boolean => {
  const contents = new ColumnContents(texts);
  const isCompact = contents.share('compactDate') > 0.5 && [...headingMeanings(heading).keys()].some((meaning) => meaning.endsWith('Date'));
  return contents.share('date') > 0.5 || isCompact;
};

/** Whether amounts need a direction from outside their rows. With one column "Deposits", its heading is that cell. */
function sidesOf({
  headings,
  texts,
  money,
}: {
  headings: readonly { text: string; box: Box | null }[];
  texts: readonly (readonly string[])[];
  money: readonly number[];
}): { cell: Cell | null } | null {
  const contentsOf = (column: number): ColumnContents => new ColumnContents(texts.map((cells) => cells[column] ?? ''));
  const amounts = money.filter((column) => {
    const { words } = headingWords(headings[column]?.text ?? '');
    return !words.has('balance') && !words.has('fee');
  });
  const [column] = amounts;
  if (column === undefined || amounts.length > 1) return null;
  const isShown = headings.some((_, index) => contentsOf(index).share('direction') > 0.5 || contentsOf(index).share('code') > 0.8);
  if (isShown || contentsOf(column).filled.some((text) => /[-+()]|[CD]R?$/i.test(text))) return null;
  const { text = '', box = null } = headings[column] ?? {};
  const direction = sideOf(text);
  return { cell: direction === null ? null : { text: direction, confidence: 1, place: box && { page: 1, box } } };
}

function sideOf(text: string): 'Credit' | 'Debit' | null {
  const { words } = headingWords(text.replaceAll(/\bcredit union\b/gi, ' '));
  if (words.has('debit') === words.has('credit') || words.has('sign')) return null;
  return words.has('debit') ? 'Debit' : 'Credit';
}

/** The nearest title with "credits", "deposits", "debits" or "withdrawals". */
function sideOfTitles(titles: readonly Line[]): Cell | null {
  for (const { words, page, box } of titles.toReversed()) {
    const text = sideOf(textOf(words));
    if (text !== null) return { text, confidence: 1, place: { page, box } };
  }
  return null;
}

const isDate = (text: string): boolean => isOfKind(text, 'date') || isOfKind(text, 'compactDate');

/** Back from the joined line of an entry to the page. */
function atPlace(cell: Cell, width: number): Cell {
  if (cell.place === null) return cell;
  const back = (box: Box): Box => ({ ...box, x: box.x % width });
  const { lines } = cell.place;
  return { ...cell, place: { ...cell.place, box: back(cell.place.box), ...(lines && { lines: lines.map(back) }) } };
}

function sumsOf(line: Line, { cuts, money, width }: { cuts: readonly number[]; money: readonly number[]; width: number }): PrintedSum[] {
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
