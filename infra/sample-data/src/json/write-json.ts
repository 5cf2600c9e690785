import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { SampleEntry } from '../ledger/sample-entry.ts';
import { type Shape, toDashboardJson, toExtractionJson } from './rows.ts';

/** Text is handed on in pieces of about this many characters: few calls, little memory. */
const CHUNK = 256 * 1024;

const FRAMES = {
  extraction: { open: '{"transactions":[\n', close: '\n]}\n', row: toExtractionJson },
  dashboard: { open: '[\n', close: '\n]\n', row: toDashboardJson },
} as const;

/** The file as pieces of text, one row a line. */
export function* jsonChunks(entries: Iterable<SampleEntry>, shape: Shape): Generator<string, void> {
  const { open, close, row } = FRAMES[shape];
  let text: string = open;
  let separator = '';
  for (const entry of entries) {
    text += separator + JSON.stringify(row(entry));
    separator = ',\n';
    if (text.length < CHUNK) continue;
    yield text;
    text = '';
  }
  yield text + close;
}

/** Writes the file and ends the stream; waits whenever the stream is full. */
export async function writeJson(
  stream: Writable,
  entries: Iterable<SampleEntry>,
  shape: Shape,
): Promise<void> {
  await pipeline(Readable.from(jsonChunks(entries, shape), { highWaterMark: 1 }), stream);
}
