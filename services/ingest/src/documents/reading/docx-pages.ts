import type { Word, WordPage } from '@clearwatch/domain/documents/document-words';
import { plainTextPages } from '@clearwatch/domain/documents/plain-text-pages';
import { isTag, isText } from 'domhandler';
import { parseDocument } from 'htmlparser2';
import mammoth from 'mammoth';
import { checkArchive } from './check-archive.ts';
import { ReadingFailure } from './reading-failure.ts';

/** A cell is as wide as its longest text and a gap that no blank between words has. */
const CHARACTER = 6;
const GAP = 18;
const HEIGHT = 10;
const LINE = 14;
/** Columns or rows; more is no table of transactions. */
const MOST_COVERED = 100;

type Node = ReturnType<typeof parseDocument>['children'][number];

/**
 * The words of a Word document: tables cell by cell, so that each column stands by itself, and paragraphs as typewritten lines.
 * The archive is looked at before it is unpacked, and nothing outside it is read.
 * @throws ReadingFailure for what is no Word document, or would unpack to too much
 */
export async function docxPages(bytes: Buffer): Promise<WordPage[]> {
  checkArchive(bytes);
  const { value } = await mammoth
    .convertToHtml({ buffer: bytes }, { ignoreEmptyParagraphs: false, externalFileAccess: false })
    .catch(() => {
      throw new ReadingFailure('The file is no Word document, or it is damaged. Save it as DOCX again.');
    });
  const blocks = joined(blocksOf(parseDocument(value).children));
  let y = 0;
  const words: Word[] = [];
  for (const block of blocks) {
    const { placed, height } = typeof block === 'string' ? placedText(block, y) : placedTable(block, y);
    words.push(...placed);
    y += height;
  }
  const width = Math.max(1, ...words.map((word) => word.x + word.width));
  return [{ page: 1, width, height: Math.max(1, y), words }];
}

/** A table as rows of cells, or lines of text. */
type DocumentBlock = DocumentCell[][] | string;

interface DocumentCell {
  text: string;
  /** How many rows it covers below its own. */
  below: number;
  /** Said by a cell above that covers several rows: whether it holds for this one, nobody knows. */
  isRepeated: boolean;
}

/** Paragraphs that follow one another are lines of one text: columns between tabs are told by all of them. */
function joined(blocks: readonly DocumentBlock[]): DocumentBlock[] {
  const result: DocumentBlock[] = [];
  for (const block of blocks) {
    const last = result.at(-1);
    if (typeof block === 'string' && typeof last === 'string')
      result[result.length - 1] = `${last}\n${block}`;
    else result.push(block);
  }
  return result;
}

function blocksOf(nodes: readonly Node[]): DocumentBlock[] {
  return nodes.flatMap((node): DocumentBlock[] => {
    if (!isTag(node)) return isText(node) && node.data.trim() !== '' ? [node.data] : [];
    if (node.name === 'table') return [covered(rowsOf(node))];
    if (['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'li', 'pre'].includes(node.name)) return [textOf(node)];
    return blocksOf(node.children);
  });
}

function rowsOf(node: Node): DocumentCell[][] {
  if (!isTag(node)) return [];
  if (node.name === 'tr') return [node.children.flatMap((cell) => (isCell(cell) ? cellsOf(cell) : []))];
  return node.children.flatMap(rowsOf);
}

/** Cells that cover several rows, said again in each: otherwise all behind them would stand in the wrong column. */
function covered(rows: readonly DocumentCell[][]): DocumentCell[][] {
  const open = new Map<number, DocumentCell>();
  return rows.map((row) => {
    const waiting = [...row];
    const result: DocumentCell[] = [];
    while (waiting.length > 0 || open.has(result.length)) {
      const above = open.get(result.length);
      const cell =
        above === undefined ? waiting.shift() : { ...above, isRepeated: true, below: above.below - 1 };
      if (cell === undefined) break;
      if (cell.below > 0) open.set(result.length, cell);
      else open.delete(result.length);
      result.push(cell);
    }
    return result;
  });
}

const isCell = (node: Node): boolean => isTag(node) && (node.name === 'td' || node.name === 'th');

/** A cell, and empty ones for what it covers beside its own column. */
function cellsOf(node: Node): DocumentCell[] {
  const [columns, rows] = ['colspan', 'rowspan'].map((name) =>
    isTag(node) ? Math.min(MOST_COVERED, Math.max(1, Number(node.attribs[name] ?? 1))) : 1,
  );
  const below = (rows ?? 1) - 1;
  return Array.from({ length: columns ?? 1 }, (_, column) => ({
    text: column === 0 ? textOf(node) : '',
    below,
    isRepeated: false,
  }));
}

function textOf(node: Node): string {
  if (isText(node)) return node.data;
  if (!isTag(node)) return '';
  if (node.name === 'br') return '\n';
  const inner = node.children.map(textOf);
  // Paragraphs of a cell are lines of it.
  return node.name === 'p' ? `${inner.join('')} ` : inner.join('');
}

function placedTable(
  rows: readonly (readonly DocumentCell[])[],
  y: number,
): { placed: Word[]; height: number } {
  const lines = rows.map((row) => row.map(({ text }) => text.replaceAll(/\s+/g, ' ').trim()));
  const columns = Math.max(0, ...lines.map(({ length }) => length));
  const starts: number[] = [];
  let x = 0;
  for (let column = 0; column < columns; column += 1) {
    starts.push(x);
    x += CHARACTER * Math.max(1, ...lines.map((row) => row[column]?.length ?? 0)) + GAP;
  }
  const placed = lines.flatMap((row, index) =>
    row.flatMap((text, column) => {
      const confidence = rows[index]?.[column]?.isRepeated === true ? 0 : 1;
      return wordsAt(text, starts[column] ?? 0, y + index * LINE).map((word) => ({ ...word, confidence }));
    }),
  );
  return { placed, height: (lines.length + 2) * LINE };
}

function wordsAt(text: string, x: number, y: number): Word[] {
  return [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
    text: word,
    x: x + index * CHARACTER,
    y,
    width: word.length * CHARACTER,
    height: HEIGHT,
    confidence: 1,
  }));
}

function placedText(text: string, y: number): { placed: Word[]; height: number } {
  const [page] = plainTextPages(text.replaceAll('\f', '\n'));
  const placed = (page?.words ?? []).map((word) => ({ ...word, y: word.y + y }));
  return { placed, height: Math.max(LINE, page?.height ?? 0) };
}
