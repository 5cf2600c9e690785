import type { FieldProblem } from '@clearwatch/domain/ledger/field-reader';
import type { LedgerRow } from '@clearwatch/domain/ledger/ledger-row';

/** Where a row stands in its file. */
interface RowPosition {
  /** Among the file's rows, from 1. */
  row: number;
  /** Of its first byte, from 1. */
  line: number;
}

export interface AcceptedRow extends RowPosition {
  entry: LedgerRow;
  /**
   * Whether an equal row of the same file is certainly this entry once more, so that it is skipped. Otherwise it is a real
   * twin, and the n-th of them gets the n-th identity.
   */
  isUnique: boolean;
}

export interface RefusedRow extends RowPosition {
  problems: FieldProblem[];
  /** The row as the file has it, to be corrected and imported again; left out when it is too long for that. */
  source?: string;
}
