import { csvChunks } from './csv/csv-chunks.ts';
import { jsonChunks } from './json/write-json.ts';
import type { SampleEntry } from './ledger/sample-entry.ts';
import { nachaChunks } from './nacha/nacha-chunks.ts';

/** The formats a ledger can be written in, each as pieces of text. */
export const FORMATS: Readonly<Record<string, (entries: Iterable<SampleEntry>) => Generator<string, void>>> =
  {
    extraction: (entries) => jsonChunks(entries, 'extraction'),
    dashboard: (entries) => jsonChunks(entries, 'dashboard'),
    csv: csvChunks,
    nacha: nachaChunks,
  };
