import { textPages } from '@clearwatch/domain/extraction/layout/text-words';
import type { Word, WordPage } from '@clearwatch/domain/extraction/layout/word';
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
  const blocks = blocksOf(parseDocument(value).children);
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

/** A table as rows of texts, or a line of text. */
type DocumentBlock = string[][] | string;

function blocksOf(nodes: readonly Node[]): DocumentBlock[] {
  return nodes.flatMap((node): DocumentBlock[] => {
    if (!isTag(node)) return isText(node) && node.data.trim() !== '' ? [node.data] : [];
    if (node.name === 'table') return [rowsOf(node)];
    if (['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'li', 'pre'].includes(node.name)) return [textOf(node)];
    return blocksOf(node.children);
  });
}

function rowsOf(node: Node): string[][] {
  if (!isTag(node)) return [];
  if (node.name === 'tr')
    return [node.children.flatMap((cell) => (isCell(cell) ? [textOf(cell), ...emptyFor(cell)] : []))];
  return node.children.flatMap(rowsOf);
}

const isCell = (node: Node): boolean => isTag(node) && (node.name === 'td' || node.name === 'th');

/** What a cell covers beside its own column. */
function emptyFor(node: Node): string[] {
  const span = isTag(node) ? Number(node.attribs['colspan'] ?? 1) : 1;
  return Array.from({ length: Math.min(100, Math.max(1, span)) - 1 }, () => '');
}

function textOf(node: Node): string {
  if (isText(node)) return node.data;
  if (!isTag(node)) return '';
  if (node.name === 'br') return '\n';
  const inner = node.children.map(textOf);
  // Paragraphs of a cell are lines of it.
  return node.name === 'p' ? `${inner.join('')} ` : inner.join('');
}

function placedTable(rows: readonly (readonly string[])[], y: number): { placed: Word[]; height: number } {
  const lines = rows.map((row) => row.map((text) => text.replaceAll(/\s+/g, ' ').trim()));
  const columns = Math.max(0, ...lines.map(({ length }) => length));
  const starts: number[] = [];
  let x = 0;
  for (let column = 0; column < columns; column += 1) {
    starts.push(x);
    x += CHARACTER * Math.max(1, ...lines.map((row) => row[column]?.length ?? 0)) + GAP;
  }
  const placed = lines.flatMap((row, index) =>
    row.flatMap((text, column) => wordsAt(text, starts[column] ?? 0, y + index * LINE)),
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
  const [page] = textPages(text);
  const placed = (page?.words ?? []).map((word) => ({ ...word, y: word.y + y }));
  return { placed, height: Math.max(LINE, page?.height ?? 0) };
}
