import { inflateRawSync } from 'node:zlib';
import type { DrawnLine, Word, WordPage } from '@clearwatch/domain/documents/document-words';
import { plainTextPages } from '@clearwatch/domain/documents/plain-text-pages';
import { isTag, isText } from 'domhandler';
import { parseDocument } from 'htmlparser2';
import mammoth from 'mammoth';
import { ReadingFailure } from './reading-protocol.ts';

/** Real documents unpack to a few megabytes. */
const MAX_UNPACKED_BYTES = 100 * 1024 ** 2;
const MAX_ENTRIES = 2_000;

const END_SIGNATURE = 0x06_05_4b_50;
const ENTRY_SIGNATURE = 0x02_01_4b_50;
const LOCAL_SIGNATURE = 0x04_03_4b_50;
const END_SIZE = 22;
const MAX_COMMENT_BYTES = 65_535;
const STORED = 0;
const DEFLATED = 8;

const damagedArchive = (): ReadingFailure =>
  new ReadingFailure('The file is not a Word document, or is damaged. Save it as DOCX again.');

interface ZipEntry {
  method: number;
  packedBytes: number;
  /** Of its local header. */
  at: number;
}

/**
 * The parts of a DOCX archive (PKWARE APPNOTE 4.3), unpacked when they are read. The sizes that an archive declares
 * are not believed: all parts together unpack to at most 100 MB.
 */
export class ZipArchive {
  readonly #entries = new Map<string, ZipEntry>();
  #room = MAX_UNPACKED_BYTES;

  /** @throws ReadingFailure if it is not a Word document or declares that it is too large */
  constructor(private readonly bytes: Buffer) {
    const end = findEndRecord(bytes);
    const entries = bytes.readUInt16LE(end + 10);
    let at = bytes.readUInt32LE(end + 16);
    if (entries > MAX_ENTRIES) throw archiveTooLarge();
    let declared = 0;
    for (let entry = 0; entry < entries; entry += 1) {
      if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== ENTRY_SIGNATURE) throw damagedArchive();
      declared += bytes.readUInt32LE(at + 24);
      if (declared > MAX_UNPACKED_BYTES) throw archiveTooLarge();
      const [name = 0, extra = 0, comment = 0] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset));
      this.#entries.set(bytes.toString('utf8', at + 46, at + 46 + name), {
        method: bytes.readUInt16LE(at + 10),
        packedBytes: bytes.readUInt32LE(at + 20),
        at: bytes.readUInt32LE(at + 42),
      });
      at += 46 + name + extra + comment;
    }
    if (!this.exists('word/document.xml')) throw damagedArchive();
  }

  exists(name: string): boolean {
    return this.#entries.has(name);
  }

  /** @throws ReadingFailure if it is damaged, or if this and the parts read before are too large */
  read(name: string): Buffer {
    const entry = this.#entries.get(name);
    if (entry === undefined) throw damagedArchive();
    const unpacked = this.#unpack(entry);
    this.#room -= unpacked.length;
    if (this.#room < 0) throw archiveTooLarge();
    return unpacked;
  }

  #unpack({ method, packedBytes, at }: ZipEntry): Buffer {
    const { bytes } = this;
    if (at + 30 > bytes.length || bytes.readUInt32LE(at) !== LOCAL_SIGNATURE) throw damagedArchive();
    const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
    const packed = bytes.subarray(start, start + packedBytes);
    if (method === STORED) return packed;
    if (method !== DEFLATED) throw damagedArchive();
    try {
      return inflateRawSync(packed, { maxOutputLength: this.#room });
    } catch (error) {
      throw (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? archiveTooLarge() : damagedArchive();
    }
  }
}

function findEndRecord(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - END_SIZE - MAX_COMMENT_BYTES);
  for (let at = bytes.length - END_SIZE; at >= first; at -= 1) if (bytes.readUInt32LE(at) === END_SIGNATURE) return at;
  throw damagedArchive();
}

const archiveTooLarge = (): ReadingFailure =>
  new ReadingFailure(
    'The document would unpack to more than 100 MB, so it was not opened. Split it, or save it as a PDF and upload it again.',
  );

/** In the form that mammoth's own reader of archives has. */
function toMammothFile(archive: ZipArchive) {
  return {
    exists: (name: string) => archive.exists(name),
    read: async (name: string, encoding?: 'utf8' | 'utf-8' | 'base64') =>
      encoding === undefined ? archive.read(name) : archive.read(name).toString(encoding),
  };
}

/** A column is as wide as its longest text, and the gap after it is wider than a space. */
const CHARACTER_WIDTH = 6;
const COLUMN_GAP = 18;
const WORD_HEIGHT = 10;
const LINE_HEIGHT = 14;
const MAX_SPAN = 100;

type Node = ReturnType<typeof parseDocument>['children'][number];

/** Lays out tables in separate columns and paragraphs as lines of plain text. Nothing outside the archive is read. */
export async function docxPages(bytes: Buffer): Promise<WordPage[]> {
  // Its types leave out this kind of input; with any other, it would unpack without a limit.
  const input = { file: toMammothFile(new ZipArchive(bytes)) } as unknown as Parameters<
    typeof mammoth.convertToHtml
  >[0];
  const { value } = await mammoth
    .convertToHtml(input, {
      ignoreEmptyParagraphs: false,
      externalFileAccess: false,
      // Pictures are not unpacked.
      convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
    })
    .catch((error: unknown) => {
      throw error instanceof ReadingFailure ? error : damagedArchive();
    });
  const blocks = joinParagraphs(blocksOf(parseDocument(value).children));
  let y = 0;
  const words: Word[] = [];
  const rules: DrawnLine[] = [];
  for (const block of blocks) {
    const {
      placed,
      height,
      drawn = [],
    } = typeof block === 'string' ? layOutText(block, y) : layOutTable(block, { y, widths: widthsOf(block, blocks) });
    words.push(...placed);
    rules.push(...drawn);
    y += height;
  }
  const width = Math.max(1, ...words.map((word) => word.x + word.width));
  return [{ page: 1, width, height: Math.max(1, y), words, rules }];
}

type DocumentBlock = DocumentCell[][] | string;

interface DocumentCell {
  text: string;
  /** Number of rows it covers below its own. */
  below: number;
  /** Repeated from a cell above that covers several rows, so it may not apply to this row. */
  isRepeated: boolean;
}

/** Consecutive paragraphs are lines of one text, so that columns between tabs are found across them. */
function joinParagraphs(blocks: readonly DocumentBlock[]): DocumentBlock[] {
  const result: DocumentBlock[] = [];
  for (const block of blocks) {
    const last = result.at(-1);
    if (typeof block === 'string' && typeof last === 'string') result[result.length - 1] = `${last}\n${block}`;
    else result.push(block);
  }
  return result;
}

function blocksOf(nodes: readonly Node[]): DocumentBlock[] {
  return nodes.flatMap((node): DocumentBlock[] => {
    if (!isTag(node)) return isText(node) && node.data.trim() !== '' ? [node.data] : [];
    if (node.name === 'table') return [repeatRowSpans(rowsOf(node))];
    if (['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'li', 'pre'].includes(node.name)) return [textOf(node)];
    return blocksOf(node.children);
  });
}

function rowsOf(node: Node): DocumentCell[][] {
  if (!isTag(node)) return [];
  if (node.name === 'tr') return [node.children.flatMap((cell) => (isCell(cell) ? cellsOf(cell) : []))];
  return node.children.flatMap(rowsOf);
}

/** Repeats cells that cover several rows. Otherwise the cells after them would be in the wrong column. */
function repeatRowSpans(rows: readonly DocumentCell[][]): DocumentCell[][] {
  const open = new Map<number, DocumentCell>();
  return rows.map((row) => {
    const waiting = [...row];
    const result: DocumentCell[] = [];
    while (waiting.length > 0 || open.has(result.length)) {
      const above = open.get(result.length);
      const cell = above === undefined ? waiting.shift() : { ...above, isRepeated: true, below: above.below - 1 };
      if (cell === undefined) break;
      if (cell.below > 0) open.set(result.length, cell);
      else open.delete(result.length);
      result.push(cell);
    }
    return result;
  });
}

const isCell = (node: Node): boolean => isTag(node) && (node.name === 'td' || node.name === 'th');

/** A cell, followed by empty ones for any other columns that it covers. */
function cellsOf(node: Node): DocumentCell[] {
  const [columns, rows] = ['colspan', 'rowspan'].map((name) =>
    isTag(node) ? Math.min(MAX_SPAN, Math.max(1, Number(node.attribs[name] ?? 1))) : 1,
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
  // The paragraphs in a cell are lines of one text.
  return node.name === 'p' ? `${inner.join('')} ` : inner.join('');
}

interface LaidOut {
  placed: Word[];
  height: number;
  /** Lines between the columns of a table. */
  drawn?: DrawnLine[];
}

const linesIn = (rows: readonly (readonly DocumentCell[])[]): string[][] =>
  rows.map((row) => row.map(({ text }) => text.replaceAll(/\s+/g, ' ').trim()));

const columnsIn = (rows: readonly (readonly DocumentCell[])[]): number =>
  Math.max(0, ...rows.map(({ length }) => length));

/** Characters in each column. Tables with the same number of columns may be parts of one table. */
function widthsOf(table: DocumentCell[][], blocks: readonly DocumentBlock[]): number[] {
  const columns = columnsIn(table);
  const alike = blocks.filter(
    (block) => typeof block !== 'string' && columnsIn(block) === columns,
  ) as DocumentCell[][][];
  const lines = alike.flatMap(linesIn);
  return Array.from({ length: columns }, (_, column) => Math.max(1, ...lines.map((row) => row[column]?.length ?? 0)));
}

function layOutTable(
  rows: readonly (readonly DocumentCell[])[],
  { y, widths }: { y: number; widths: readonly number[] },
): LaidOut {
  const lines = linesIn(rows);
  const starts: number[] = [];
  let x = 0;
  for (const width of widths) {
    starts.push(x);
    x += CHARACTER_WIDTH * width + COLUMN_GAP;
  }
  const placed = lines.flatMap((row, index) =>
    row.flatMap((text, column) => {
      const confidence = rows[index]?.[column]?.isRepeated === true ? 0 : 1;
      return layOutWords(text, starts[column] ?? 0, y + index * LINE_HEIGHT).map((word) => ({
        ...word,
        confidence,
      }));
    }),
  );
  const bottom = y + lines.length * LINE_HEIGHT;
  const drawn = starts
    .slice(1)
    .map((start) => ({ page: 1, isHorizontal: false, at: start - COLUMN_GAP / 2, from: y, to: bottom }));
  return { placed, height: (lines.length + 2) * LINE_HEIGHT, drawn };
}

function layOutWords(text: string, x: number, y: number): Word[] {
  return [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
    text: word,
    x: x + index * CHARACTER_WIDTH,
    y,
    width: word.length * CHARACTER_WIDTH,
    height: WORD_HEIGHT,
    confidence: 1,
  }));
}

function layOutText(text: string, y: number): LaidOut {
  const [page] = plainTextPages(text.replaceAll('\f', '\n'));
  const placed = (page?.words ?? []).map((word) => ({ ...word, y: word.y + y }));
  return { placed, height: Math.max(LINE_HEIGHT, page?.height ?? 0) };
}
