import { MAX_CSV_COLUMNS } from '@clearwatch/contracts/csv-mapping';
import { CsvMapping } from '@clearwatch/contracts/csv-mapping.dto';
import { FoundColumns } from '@clearwatch/contracts/document-layouts.dto';
import type { Box, DrawnLine, Word, WordPage } from '@clearwatch/domain/documents/document-words';
import type {
  Cell,
  DocumentRow,
  DocumentTable,
  ReviewReason,
  UnreadLine,
} from '@clearwatch/domain/documents/extracted-table';
import { parseAs } from '../document-layout.entity.ts';
import type { ReadDocument } from './document-reader.ts';
import { InvalidMessage, type ReadingRequest } from './reading-protocol.ts';

/** No document has more words, and each of these takes at least one. */
const MAX_ITEMS = 200_000;
const MAX_TABLES = 1_000;
const MAX_TEXT_LENGTH = 1_000_000;
const MAX_REASONS = 1_000;
const MAX_LINES = 1_000;
/** Far beyond the size of any page in points or pixels. */
const MAX_COORDINATE = 1e7;

type Fields = Readonly<Record<string, unknown>>;

/**
 * The result of a reader, field by field, because the reader may be controlled by the document. A document has
 * hundreds of thousands of words; class-validator would take a minute for them.
 * @throws InvalidMessage if it is not a result that the reader's code could have sent
 */
export function parseReadDocument(json: Buffer, { layouts }: Pick<ReadingRequest, 'layouts'>): ReadDocument {
  const result = fieldsOf(parseJson(json));
  const pages = listOf(result['pages'], MAX_ITEMS, parsePageSize);
  const known = new Set(pages.map(({ page }) => page));
  if (known.size !== pages.length) throw invalid('the pages');
  const pageOf = (value: unknown): number => {
    const page = integerOf(value, MAX_ITEMS);
    if (!known.has(page)) throw invalid('a page');
    return page;
  };
  const tables = listOf(result['tables'], MAX_TABLES, (value) => parseTable(fieldsOf(value), pageOf));
  const unread = listOf(result['unread'], MAX_ITEMS, (value) => parseUnreadLine(fieldsOf(value), pageOf));
  const foundColumns = optional(result['foundColumns'], (value) => parseFoundColumns(value, pageOf));
  const needsColumns = optional(result['needsColumns'], (value) => parseFoundColumns(value, pageOf));
  const fingerprints = new Set(layouts.map(({ fingerprint }) => fingerprint));
  const usedLayouts = optional(result['usedLayouts'], (value) => listOf(value, MAX_TABLES, textOf));
  if (usedLayouts?.some((fingerprint) => !fingerprints.has(fingerprint)) === true) throw invalid('a layout');
  return {
    tables,
    unread,
    pages,
    ...(foundColumns && { foundColumns }),
    ...(needsColumns && { needsColumns }),
    ...(usedLayouts && { usedLayouts }),
  };
}

/**
 * The words of the pages that show the columns.
 * @throws InvalidMessage
 */
export function parseWordPages(json: Buffer): WordPage[] {
  return listOf(parseJson(json), MAX_TABLES, (value): WordPage => {
    const { page, width, height, words, rules, hasUnreadPrint } = fieldsOf(value);
    const lines = optional(rules, (list) => listOf(list, MAX_ITEMS, parseDrawnLine));
    return {
      page: integerOf(page, MAX_ITEMS),
      width: coordinateOf(width),
      height: coordinateOf(height),
      words: listOf(words, MAX_ITEMS, parseWord),
      ...(lines && { rules: lines }),
      ...(hasUnreadPrint === true && { hasUnreadPrint }),
    };
  });
}

function parseWord(value: unknown): Word {
  const { text, confidence } = fieldsOf(value);
  return { text: textOf(text), ...parseBox(value), confidence: confidenceOf(confidence) };
}

function parseDrawnLine(value: unknown): DrawnLine {
  const { page, isHorizontal, at, from, to } = fieldsOf(value);
  const [place, start, end] = [coordinateOf(at), coordinateOf(from), coordinateOf(to)];
  return { page: integerOf(page, MAX_ITEMS), isHorizontal: isHorizontal === true, at: place, from: start, to: end };
}

const invalid = (what: string): InvalidMessage => new InvalidMessage(`${what} of the result`);

function parseJson(json: Buffer): unknown {
  try {
    return JSON.parse(json.toString());
  } catch {
    throw invalid('the JSON');
  }
}

function parsePageSize(value: unknown): ReadDocument['pages'][number] {
  const { page, width, height, isPicture } = fieldsOf(value);
  if (typeof isPicture !== 'boolean') throw invalid('a page');
  return { page: integerOf(page, MAX_ITEMS), width: coordinateOf(width), height: coordinateOf(height), isPicture };
}

type PageReader = (value: unknown) => number;

function parseTable(table: Fields, pageOf: PageReader): DocumentTable {
  const header = listOf(table['header'], MAX_CSV_COLUMNS, textOf);
  const mapping = asShape(CsvMapping, table['mapping']);
  return {
    header,
    mapping,
    rows: listOf(table['rows'], MAX_ITEMS, (value): DocumentRow => {
      const { cells, page, box, doubts } = fieldsOf(value);
      return {
        cells: listOf(cells, MAX_CSV_COLUMNS, (cell) => parseCell(fieldsOf(cell), pageOf)),
        page: pageOf(page),
        box: box === null ? null : parseBox(box),
        doubts: listOf(doubts, MAX_REASONS, parseReason),
      };
    }),
  };
}

function parseCell({ text, confidence, alternatives, place }: Fields, pageOf: PageReader): Cell {
  const others = optional(alternatives, (value) => listOf(value, MAX_REASONS, textOf));
  return {
    text: textOf(text),
    confidence: confidenceOf(confidence),
    ...(others && { alternatives: others }),
    place: place === null ? null : parsePlace(fieldsOf(place), pageOf),
  };
}

function parsePlace({ page, box, lines }: Fields, pageOf: PageReader): Cell['place'] {
  const parts = optional(lines, (value) => listOf(value, MAX_LINES, parseBox));
  return { page: pageOf(page), box: parseBox(box), ...(parts && { lines: parts }) };
}

function parseReason(value: unknown): ReviewReason {
  const { column, reason } = fieldsOf(value);
  return { column: column === null ? null : integerOf(column, MAX_CSV_COLUMNS, 0), reason: textOf(reason) };
}

function parseUnreadLine({ page, text, box }: Fields, pageOf: PageReader): UnreadLine {
  const place = optional(box, parseBox);
  return { page: pageOf(page), text: textOf(text), ...(place && { box: place }) };
}

function parseBox(value: unknown): Box {
  const { x, y, width, height } = fieldsOf(value);
  return { x: coordinateOf(x), y: coordinateOf(y), width: coordinateOf(width), height: coordinateOf(height) };
}

function parseFoundColumns(value: unknown, pageOf: PageReader): FoundColumns {
  const found = asShape(FoundColumns, value);
  pageOf(found.page);
  return found;
}

function asShape<T extends object>(shape: new () => T, value: unknown): T {
  try {
    return parseAs(shape, fieldsOf(value));
  } catch {
    throw invalid(`the ${shape.name}`);
  }
}

function fieldsOf(value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid('an object');
  return value as Fields;
}

function listOf<T>(value: unknown, max: number, parse: (item: unknown) => T): T[] {
  if (!Array.isArray(value) || value.length > max) throw invalid('a list');
  return value.map((item) => parse(item));
}

const optional = <T>(value: unknown, parse: (value: unknown) => T): T | undefined =>
  value === undefined ? undefined : parse(value);

function textOf(value: unknown): string {
  if (typeof value !== 'string' || value.length > MAX_TEXT_LENGTH) throw invalid('a text');
  return value;
}

function integerOf(value: unknown, max: number, min = 1): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max) throw invalid('a number');
  return value;
}

function confidenceOf(value: unknown): number {
  if (typeof value !== 'number' || !(value >= 0 && value <= 1)) throw invalid('a confidence');
  return value;
}

function coordinateOf(value: unknown): number {
  if (typeof value !== 'number' || !(Math.abs(value) <= MAX_COORDINATE)) throw invalid('a coordinate');
  return value;
}
