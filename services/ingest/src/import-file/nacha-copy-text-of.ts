import type { Day } from '@clearwatch/domain/calendar/day';
import type { FieldProblem } from '@clearwatch/domain/ledger/field-reader';
import { identityHash, occurrenceHash } from '@clearwatch/domain/ledger/transaction-identity';
import type { RejectedRecord } from '@clearwatch/domain/nacha/nacha-entry';
import { NachaReader } from '@clearwatch/domain/nacha/nacha-reader';
import { nachaEntryToLedgerRow } from '@clearwatch/domain/nacha/nacha-to-ledger-row';
import type { NachaItem } from '@clearwatch/domain/nacha/open-nacha-file';
import { type RetentionPeriod, retentionProblem } from '@clearwatch/domain/retention-period';
import { counted, type MoneyCount, NO_MONEY } from '../receipts/money-parts.ts';
import { notedTotals } from '../receipts/noted-totals.ts';
import type { ReceiptNotes } from '../receipts/receipt-notes.ts';
import { acceptedLine, refusedLine } from './copy-line.ts';
import type { FileToRead } from './copy-text-of.ts';
import { inPieces } from './in-pieces.ts';
import { OccurrenceCounter } from './occurrence-counter.ts';
import type { ReadingProgress } from './reading-progress.ts';

/** An entry may have thousands of addenda, each with problems of its own; nobody reads more than these. */
const SHOWN_PROBLEMS = 100;

/**
 * A NACHA file as COPY text. Every entry is kept, equal trace numbers or not: the control totals count them all, so equal
 * ones are told apart by their occurrence in the file. It is counted here, so that each is unique and merging need not wait
 * for the end of the file.
 */
export async function* nachaCopyTextOf({
  chunks,
  latestDay,
  kept,
  progress,
  notes,
}: FileToRead): AsyncGenerator<Buffer, void> {
  const reader = new NachaReader();
  const occurrences = new OccurrenceCounter();
  const rejected = { batch: NO_MONEY, file: NO_MONEY };
  for await (const chunk of chunks)
    yield* inPieces(linesOf(reader.push(chunk), { latestDay, kept, progress, notes, occurrences, rejected }));
  yield* inPieces(linesOf(reader.end(), { latestDay, kept, progress, notes, occurrences, rejected }));
  notes.setWarnings(reader.problems.warnings, reader.problems.warningCount);
}

function* linesOf(
  items: readonly NachaItem[],
  {
    latestDay,
    kept,
    progress,
    notes,
    occurrences,
    rejected,
  }: {
    latestDay: Day;
    kept: RetentionPeriod;
    progress: ReadingProgress;
    notes: ReceiptNotes;
    occurrences: OccurrenceCounter;
    /** Entries of the open batch and the open file. */
    rejected: Record<'batch' | 'file', Readonly<MoneyCount>>;
  },
): Generator<string, void> {
  for (const item of items) {
    if (item.type === 'batch' || item.type === 'file') {
      notes.addTotals(notedTotals(item), { lines: item.lines, rejected: rejected[item.type] });
      rejected[item.type] = NO_MONEY;
      continue;
    }
    progress.rowsRead += 1;
    const position = { row: progress.rowsRead, line: item.record.line };
    const refuse = (money: RejectedRecord['money']): void => {
      rejected.batch = counted(rejected.batch, money);
      rejected.file = counted(rejected.file, money);
    };
    if (item.type === 'entry') {
      const entry = nachaEntryToLedgerRow(item, { latestDay });
      const tooOld = retentionProblem(entry, kept);
      if (tooOld !== null) {
        refuse({ direction: item.direction, cents: item.amountCents });
        yield refusedLine({ ...position, problems: [tooOld], source: sourceOf(item) });
        continue;
      }
      const same = identityHash(entry);
      yield acceptedLine(
        { ...position, entry, isUnique: true },
        occurrenceHash(same, occurrences.count(same)),
      );
    } else {
      if (item.record.text.startsWith('6')) refuse(item.money);
      else notes.orphanCount += 1;
      yield refusedLine({ ...position, problems: problemsOf(item), source: sourceOf(item) });
    }
  }
}

/** The entry's records, each on a line of its own. */
function sourceOf({ record, addenda }: Pick<RejectedRecord, 'record' | 'addenda'>): string {
  return [record, ...addenda].map(({ raw }) => raw).join('\n');
}

function problemsOf({ record, problems }: RejectedRecord): FieldProblem[] {
  return problems.slice(0, SHOWN_PROBLEMS).map(({ line, field, value, sentence }) => ({
    field,
    value,
    reason: line === record.line ? sentence : `line ${line}: ${sentence}`,
  }));
}
