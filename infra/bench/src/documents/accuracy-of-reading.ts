import { DOCUMENT_LAYOUTS } from '@clearwatch/sample-data/documents/layouts';
import { accuracyTable } from './accuracy-table.ts';
import { CorpusReader } from './read-corpus.ts';

const SEED = 11;
const ENTRIES = 100;
/** As many as fit on the page that is scanned. */
const SCANNED_ENTRIES = 14;
/** Scans take seconds a page: a ruled table, a plain one, and one with two columns of amounts stand for all. */
const SCANNED_LAYOUTS = 3;

/** Reads documents whose entries are known; answers a table of what was right, held and wrong. */
export async function accuracyOfReading(say: (text: string) => void): Promise<string> {
  const corpus = new CorpusReader();
  try {
    say('Reading documents whose entries are known ...');
    const documents = await corpus.documents({ entries: ENTRIES, seed: SEED });
    say('Reading scans of them ...');
    const layouts = DOCUMENT_LAYOUTS.slice(0, SCANNED_LAYOUTS);
    const scans = await corpus.scans({ entries: SCANNED_ENTRIES, seed: SEED, layouts });
    return accuracyTable([...documents, ...scans]);
  } finally {
    await corpus.close();
  }
}
