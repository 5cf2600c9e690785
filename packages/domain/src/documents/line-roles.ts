import { boundingBox, type Line, phrasesOf, textOf, type Word } from './document-words.ts';
import {
  type EntryShape,
  gapBetween,
  hasMoney,
  isSumLine,
  isWrappedText,
  MAX_ENTRY_GAP,
  wrappedTextStarts,
} from './entry-lines.ts';
import { labeledWordsOf } from './labeled-values.ts';

export type Role = 'anchor' | 'more' | 'header' | 'sum' | 'title' | 'heading' | 'wrapped' | 'skip';

/** A run of entries below the same headings. */
export interface Region {
  headings: readonly Line[];
  titles: readonly Line[];
  lines: { line: Line; role: Role; index: number }[];
}

export function rolesOf(
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
  const entries = boundingBox([...anchors].map((anchor) => (lines[anchor] as Line).box));
  const headingLimit = entries.x + MAX_HEADING_INDENT * entries.width;
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
    const isBeside = isBelowEntry || isAboveEntry;
    const isTight = isBelowEntry && above !== undefined && gapBetween(above, line) <= MAX_WRAP_GAP;
    // A phone number or an address may be wrapped, too.
    const isContinued = isTight && (!/\p{L}/u.test(text) || startsInColumns(line, starts));
    const isWrapped =
      !isBeforeTable && isBeside && (isWrappedText(line, starts) || line.box.x > headingLimit || isContinued);
    const isRepeated = new Set(seen.get(plainText(text))?.map(({ page }) => page)).size > 1;
    // The date of a group differs from page to page, but not the title of the report.
    const isLabeled = labeledWordsOf(line)[0]?.label !== '';
    if (!isWrapped && isRepeated && (isBeforeTable || (!isLabeled && isAtTop(line, lines)))) return 'skip';
    if (isBeforeTable || PAGE.test(text)) return PAGE.test(text) ? 'skip' : 'title';
    // A text at the margin is a group heading, unless entries begin with texts that may be wrapped.
    isNearEntry = isWrapped;
    return isWrapped ? 'wrapped' : 'heading';
  });
}

/** In line heights. */
const MAX_WRAP_GAP = 0.5;

/** As a share of the width of entries. */
const MAX_HEADING_INDENT = 0.3;

/** In lines. */
const MAX_TOP_LINES = 6;

const isAtTop = (line: Line, lines: readonly Line[]): boolean =>
  lines.filter(({ page, box }) => page === line.page && box.y < line.box.y).length < MAX_TOP_LINES;

/** Whether the line has texts in several columns, each at the beginning of one. */
function startsInColumns({ words, verticals, box }: Line, starts: readonly number[]): boolean {
  const phrases = phrasesOf(words, verticals);
  const isAtStart = ([word]: readonly Word[]): boolean =>
    starts.some((start) => Math.abs(start - (word?.x ?? 0)) <= box.height / 4);
  return phrases.length > 1 && phrases.every(isAtStart);
}

const PAGE = /\b(?:page|pg|sheet)\s*:?\s*\d+/i;
const plainText = (text: string): string => text.toLowerCase().replaceAll(/\d+/g, '9');

/** Regions begin at headings. Lines directly above headings are their titles. */
export function regionsOf(
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

const countPhrases = ({ words, verticals }: Line): number => phrasesOf(words, verticals).length;
const MIN_ALIKE = 2;

const MAX_UNLABELED_TEXTS = 2;

/** Several values without labels are part of an entry. */
const hasManyTexts = (line: Line): boolean =>
  labeledWordsOf(line).filter(({ label }) => label === '').length > MAX_UNLABELED_TEXTS;

/** A balance above the entries of a group. */
export const OPENING = /\b(?:balance|opening|beginning|previous|brought|forward)\b/i;

/** Texts between entries that are no group headings, because no entry follows on the page. */
export function straysIn({ lines }: Region, all: readonly Region[]): Set<Line> {
  const headingsIn = (region: Pick<Region, 'lines'>): Line[] =>
    region.lines.flatMap(({ line, role }) => (role === 'heading' ? [line] : []));
  const alike = Map.groupBy(all.flatMap(headingsIn), countPhrases);
  const strays = new Set(
    headingsIn({ lines }).filter(
      (line) => hasManyTexts(line) && (alike.get(countPhrases(line))?.length ?? 0) < MIN_ALIKE,
    ),
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
