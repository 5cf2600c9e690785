import type { Day } from '@clearwatch/domain/calendar/day';
import type { ElementBatch } from '@clearwatch/domain/import/json/element-batch';
import { DEFAULT_JSON_LIMITS, JsonElementReader } from '@clearwatch/domain/import/json/json-element-reader';
import { readTransactionRow } from '@clearwatch/domain/import/read-transaction-row';
import { acceptedLine, refusedLine } from './copy-line.ts';
import type { ReadingProgress } from './reading-progress.ts';

/** Small enough that a batch's objects die young: as fast as a megabyte, at 80 MB less resident memory. */
const BATCH_BYTES = 256 * 1024;
/** Text is handed on in pieces of about this size. */
const PIECE_CHARACTERS = 128 * 1024;

/**
 * A JSON file, chunk by chunk, as pieces of COPY text. Holds one batch of elements and one piece at a time.
 * @throws ImportFileError when the file as a whole cannot be read
 */
export async function* copyTextOf(options: {
  chunks: AsyncIterable<Buffer>;
  latestDay: Day;
  progress: ReadingProgress;
}): AsyncGenerator<Buffer, void> {
  const { chunks, latestDay, progress } = options;
  const reader = new JsonElementReader({ ...DEFAULT_JSON_LIMITS, batchBytes: BATCH_BYTES });
  for await (const chunk of chunks) {
    for (const batch of reader.push(chunk)) yield* piecesOf(batch, { latestDay, progress });
    progress.bytesRead += chunk.length;
  }
  for (const batch of reader.end()) yield* piecesOf(batch, { latestDay, progress });
}

function* piecesOf(
  batch: ElementBatch,
  options: { latestDay: Day; progress: ReadingProgress },
): Generator<Buffer, void> {
  const { latestDay, progress } = options;
  let text = '';
  for (const [index, element] of batch.elements.entries()) {
    const position = { row: batch.firstRow + index, line: batch.lines[index] ?? 1 };
    const read = readTransactionRow(element, { latestDay });
    if ('row' in read) {
      text += acceptedLine({ ...position, entry: read.row });
    } else {
      text += refusedLine({ ...position, problems: read.problems });
    }
    progress.rowsRead += 1;
    if (text.length < PIECE_CHARACTERS) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}
