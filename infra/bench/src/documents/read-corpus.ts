import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DocumentType } from '@clearwatch/contracts/documents/document-types';
import { Ocr } from '@clearwatch/ingest/documents/reading/ocr';
import { readFileAs } from '@clearwatch/ingest/documents/reading/read-file';
import { ReadingFailure } from '@clearwatch/ingest/documents/reading/reading-failure';
import { type DocumentEntry, documentEntries } from '@clearwatch/sample-data/documents/document-entry';
import {
  DOCUMENT_LAYOUTS,
  type DocumentKind,
  type DocumentLayout,
} from '@clearwatch/sample-data/documents/layouts';
import { type Judgement, judge, LATEST_DAY } from './judge-reading.ts';
import { SCAN_QUALITIES, type ScanQuality } from './scans.ts';

const TYPES: Record<DocumentKind, DocumentType> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  text: 'text/plain',
};

/** What became of a document, and why its rows wait. */
export interface DocumentReading extends Judgement {
  reasons: readonly string[];
}

export interface CorpusReading extends DocumentReading {
  layout: string;
  /** Null: the document itself. */
  scan: string | null;
}

/** The entries of a document as far as its layout shows them. */
function printedOn(
  { omitsMiddleInitial = false }: DocumentLayout,
  { entries, seed }: { entries: number; seed: number },
): DocumentEntry[] {
  const known = documentEntries(entries, seed);
  return omitsMiddleInitial ? known.map((entry) => ({ ...entry, middleInitial: '' })) : known;
}

/** Reads documents whose entries are known, as the reading process does. */
export class CorpusReader {
  readonly #ocr = new Ocr();

  /** Every layout as it is made. */
  async documents({ entries, seed }: { entries: number; seed: number }): Promise<CorpusReading[]> {
    const readings: CorpusReading[] = [];
    for (const layout of DOCUMENT_LAYOUTS) {
      const known = printedOn(layout, { entries, seed });
      const bytes = await layout.make(known);
      readings.push({
        layout: layout.name,
        scan: null,
        ...(await this.read(bytes, TYPES[layout.kind], known)),
      });
    }
    return readings;
  }

  /** The first page of printed layouts, scanned. */
  async scans({
    entries,
    seed,
    layouts = DOCUMENT_LAYOUTS.filter(({ kind }) => kind === 'pdf'),
    qualities = SCAN_QUALITIES,
  }: {
    /** Few enough for one page. */
    entries: number;
    seed: number;
    layouts?: readonly DocumentLayout[];
    qualities?: readonly ScanQuality[];
  }): Promise<CorpusReading[]> {
    const readings: CorpusReading[] = [];
    for (const layout of layouts)
      for (const quality of qualities) {
        const known = printedOn(layout, { entries: Math.min(entries, layout.mostOnAPage ?? entries), seed });
        const picture = await quality.scan(await layout.make(known));
        readings.push({
          layout: layout.name,
          scan: quality.name,
          ...(await this.read(picture, 'image/png', known)),
        });
      }
    return readings;
  }

  close(): Promise<void> {
    return this.#ocr.close();
  }

  /** One document whose entries are known. Lines that belong to no row wait as well. */
  async read(bytes: Buffer, type: DocumentType, known: readonly DocumentEntry[]): Promise<DocumentReading> {
    const folder = await mkdtemp(join(tmpdir(), 'clearwatch-corpus-'));
    try {
      const path = join(folder, 'document');
      await writeFile(path, bytes);
      const read = await readFileAs({
        path,
        type,
        latestDay: LATEST_DAY,
        ocr: this.#ocr,
        onProgress: () => undefined,
        onStep: () => undefined,
        keepPicture: async () => undefined,
      });
      const judgement = judge(read.tables, known);
      const doubts = read.tables.flatMap(({ rows }) => rows.flatMap((row) => row.doubts));
      return {
        ...judgement,
        held: judgement.held + read.unread.length,
        reasons: [...new Set(doubts.map(({ reason }) => reason))],
      };
    } catch (error) {
      // Nothing of it is imported: every row waits, on paper.
      if (error instanceof ReadingFailure)
        return { known: known.length, right: 0, held: known.length, wrong: 0, reasons: [error.message] };
      throw error;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}
