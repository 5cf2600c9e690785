import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DocumentType } from '@clearwatch/contracts/upload-limits';
import { CsvRowReader } from '@clearwatch/domain/csv/csv-row-reader';
import { columnNames } from '@clearwatch/domain/csv/find-csv-table';
import type { DocumentTable } from '@clearwatch/domain/documents/extracted-table';
import type { LedgerRow } from '@clearwatch/domain/ledger/ledger-row';
import { readDocumentFile } from '@clearwatch/ingest/documents/reading/document-reader';
import { Ocr } from '@clearwatch/ingest/documents/reading/ocr';
import { ReadingFailure } from '@clearwatch/ingest/documents/reading/reading-protocol';
import { type DocumentEntry, documentEntries } from '@clearwatch/sample-data/documents/document-entries';
import {
  DOCUMENT_LAYOUTS,
  type DocumentKind,
  type DocumentLayout,
} from '@clearwatch/sample-data/documents/document-layouts';
import { SCAN_QUALITIES, type ScanQuality, scanPage } from './scanned-pages.ts';

const LATEST_DAY = '2027-12-31';

interface ReadingResult {
  known: number;
  /** Imported exactly as printed. */
  right: number;
  /** Held for review. */
  held: number;
  /** Imported, but not in the document. */
  wrong: number;
}

/**
 * A row is right when its account, name, middle initial, company, amount, direction, and day are as printed.
 */
function compareReading(tables: readonly DocumentTable[], known: readonly DocumentEntry[]): ReadingResult {
  const left = known.map(comparisonKey);
  const result: ReadingResult = { known: known.length, right: 0, held: 0, wrong: 0 };
  for (const { header, mapping, rows } of tables) {
    const reader = new CsvRowReader(mapping, columnNames(header, header.length), { latestDay: LATEST_DAY });
    for (const { cells, doubts } of rows) {
      if (doubts.length > 0) {
        result.held += 1;
        continue;
      }
      const read = reader.read({ cells: cells.map(({ text }) => text), bytes: '', line: 1, problem: null });
      const at = 'row' in read ? left.indexOf(comparisonKey(read.row)) : -1;
      result[at < 0 ? 'wrong' : 'right'] += 1;
      if (at >= 0) left.splice(at, 1);
    }
  }
  return result;
}

function comparisonKey(row: DocumentEntry | LedgerRow): string {
  const { accountNumber, firstName, lastName, company, amountCents, transactionType, postingDate } = row;
  const name = [firstName, row.middleInitial ?? '', lastName];
  return JSON.stringify([accountNumber, ...name, company, amountCents, transactionType, postingDate]);
}

const TYPES: Record<DocumentKind, DocumentType> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  text: 'text/plain',
};

export interface DocumentReading extends ReadingResult {
  reasons: readonly string[];
}

export interface CorpusReading extends DocumentReading {
  layout: string;
  /** Null when the file itself was read, not a scan of it. */
  scan: string | null;
}

type Corpus = Record<'entries' | 'seed', number>;

function entriesShownOn({ omitsMiddleInitial = false }: DocumentLayout, { entries, seed }: Corpus) {
  const known = documentEntries(entries, seed);
  return omitsMiddleInitial ? known.map((entry) => ({ ...entry, middleInitial: '' })) : known;
}

export class CorpusReader {
  readonly #ocr = new Ocr();

  async documents({ entries, seed }: Corpus): Promise<CorpusReading[]> {
    const readings: CorpusReading[] = [];
    for (const layout of DOCUMENT_LAYOUTS) {
      const known = entriesShownOn(layout, { entries, seed });
      const reading = await this.read(await layout.make(known), TYPES[layout.kind], known);
      readings.push({ layout: layout.name, scan: null, ...reading });
    }
    return readings;
  }

  async scans(
    { entries, seed }: Corpus,
    { layouts, qualities }: { layouts: readonly DocumentLayout[]; qualities: readonly ScanQuality[] },
  ): Promise<CorpusReading[]> {
    const readings: CorpusReading[] = [];
    for (const layout of layouts)
      for (const quality of qualities) {
        const known = entriesShownOn(layout, { entries, seed });
        const image = await scanPage(await layout.make(known), quality);
        const reading = await this.read(image, 'image/png', known);
        readings.push({ layout: layout.name, scan: quality.name, ...reading });
      }
    return readings;
  }

  close(): Promise<void> {
    return this.#ocr.close();
  }

  /** Counts unread lines as held for review. */
  async read(bytes: Buffer, type: DocumentType, known: readonly DocumentEntry[]): Promise<DocumentReading> {
    const folder = await mkdtemp(join(tmpdir(), 'clearwatch-corpus-'));
    try {
      const path = join(folder, 'document');
      await writeFile(path, bytes);
      const read = await readDocumentFile({
        path,
        type,
        latestDay: LATEST_DAY,
        ocr: this.#ocr,
        onProgress: () => undefined,
        onStep: () => undefined,
        keepPicture: async () => undefined,
      });
      const result = compareReading(read.tables, known);
      const doubts = read.tables.flatMap(({ rows }) => rows.flatMap((row) => row.doubts));
      return {
        ...result,
        held: result.held + read.unread.length,
        reasons: [...new Set(doubts.map(({ reason }) => reason))],
      };
    } catch (error) {
      // No row is imported: all rows are held for review.
      if (error instanceof ReadingFailure)
        return { known: known.length, right: 0, held: known.length, wrong: 0, reasons: [error.message] };
      throw error;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

/** Minimum share of rows that are exactly right. No wrong row may be imported. */
const ACCURACY_GOALS = { documents: 1, clean: 0.99, bad: 0 } as const;

function accuracyTable(readings: readonly CorpusReading[]): string {
  const kinds = [
    { title: 'documents as files', scan: null, goal: ACCURACY_GOALS.documents },
    ...SCAN_QUALITIES.map(({ name, isClean }) => ({
      title: `scans, ${name}`,
      scan: name,
      goal: isClean ? ACCURACY_GOALS.clean : ACCURACY_GOALS.bad,
    })),
  ];
  const rows = kinds.map(({ title, scan, goal }) => {
    const ofKind = readings.filter((reading) => reading.scan === scan);
    const sum = (figure: keyof ReadingResult) => ofKind.reduce((total, one) => total + one[figure], 0);
    const [known, right, wrong] = [sum('known'), sum('right'), sum('wrong')];
    const share = `${((100 * right) / Math.max(1, known)).toFixed(1)} %`;
    const isGood = wrong === 0 && right >= goal * known;
    return [title, known, share, sum('held'), wrong, `>= ${100 * goal} %`, isGood ? 'ok' : 'MISSED'];
  });
  const widths = [28, 6, 8, 8, 8, 8, 10];
  return [['reading documents', 'rows', 'right', 'held', 'wrong', 'goal', ''], ...rows]
    .map((cells) => cells.map((cell, at) => String(cell).padEnd(widths[at] ?? 0)).join(' | '))
    .join('\n');
}

const SEED = 11;
const ENTRIES = 100;
const SCANNED_ENTRIES = 14;
/**
 * Scans take seconds per page, so three layouts represent the rest: ruled, plain, and with two amount
 * columns.
 */
const SCANNED_LAYOUTS = 3;

export async function measureDocumentAccuracy(say: (text: string) => void): Promise<string> {
  const corpus = new CorpusReader();
  try {
    say('Reading documents with known entries ...');
    const documents = await corpus.documents({ entries: ENTRIES, seed: SEED });
    say('Reading scans of these documents ...');
    const scans = await corpus.scans(
      { entries: SCANNED_ENTRIES, seed: SEED },
      { layouts: DOCUMENT_LAYOUTS.slice(0, SCANNED_LAYOUTS), qualities: SCAN_QUALITIES },
    );
    return accuracyTable([...documents, ...scans]);
  } finally {
    await corpus.close();
  }
}
