import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generateLedger } from '@clearwatch/sample-data/ledger/generate-ledger';
import { nachaChunks } from '@clearwatch/sample-data/nacha/nacha-chunks';
import { SAMPLE } from '@clearwatch/sample-data/options';

export function sampleFileIn(dataDirectory: string): string {
  return join(dataDirectory, 'sample', 'sample-ledger.ach');
}

/**
 * The generated ledger that an empty system offers. Made anew at every start, in a fifth of a second, so that it is the
 * one of this version; the same bytes are not written again.
 */
export function makeSampleFile(dataDirectory: string): void {
  const file = sampleFileIn(dataDirectory);
  const content = [...nachaChunks(generateLedger(SAMPLE))].join('');
  if (existsSync(file) && readFileSync(file, 'latin1') === content) return;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, content, { encoding: 'latin1', mode: 0o600 });
  renameSync(unfinished, file);
}
