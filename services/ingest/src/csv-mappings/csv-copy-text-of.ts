import type { CsvMapping } from '@clearwatch/contracts/csv-mapping.dto';
import { CsvFileReader, type CsvFileRow } from '@clearwatch/domain/csv/csv-file-reader';
import { hasTraceNumber } from '@clearwatch/domain/ledger/transaction-identity';
import { type RetentionPeriod, retentionProblem } from '@clearwatch/domain/retention-period';
import { acceptedLine, refusedLine } from '../import-file/copy-line.ts';
import type { CopyTextOf } from '../import-file/copy-text-of.ts';
import { inPieces } from '../import-file/in-pieces.ts';
import type { ReadingProgress } from '../import-file/reading-progress.ts';

/** A CSV file as COPY text, by its mapping. Equal rows are told apart as in JSON files: by trace number or occurrence. */
export function csvCopyTextOf(mapping: CsvMapping): CopyTextOf {
  return async function* read({ chunks, latestDay, kept, progress }) {
    const reader = new CsvFileReader(mapping, { latestDay });
    for await (const chunk of chunks) yield* inPieces(linesOf(reader.push(chunk), { kept, progress }));
    yield* inPieces(linesOf(reader.end(), { kept, progress }));
  };
}

function* linesOf(
  rows: readonly CsvFileRow[],
  { kept, progress }: { kept: RetentionPeriod; progress: ReadingProgress },
): Generator<string, void> {
  for (const { row, line, read, source } of rows) {
    progress.rowsRead += 1;
    if ('row' in read) {
      const tooOld = retentionProblem(read.row, kept);
      yield tooOld === null
        ? acceptedLine({ row, line, entry: read.row, isUnique: hasTraceNumber(read.row) })
        : refusedLine({ row, line, problems: [tooOld], source: source ?? '' });
    } else yield refusedLine({ row, line, problems: read.problems, source: source ?? '' });
  }
}
