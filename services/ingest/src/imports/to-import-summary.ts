import {
  IMPORT_STATES,
  type ImportState,
  type ImportSummary,
  type RejectedRow,
} from '@clearwatch/contracts/http/imports';
import { instantOf, integerOf, nullable, type Row, textOf } from '@clearwatch/service-kit/database/row';

/** A row of the imports query, as the wire shows it. */
export function toImportSummary(row: Row): ImportSummary {
  return {
    importId: integerOf(row, 'id'),
    state: stateOf(row),
    transactionCount: integerOf(row, 'transaction_count'),
    memberCount: integerOf(row, 'member_count'),
    duplicateCount: integerOf(row, 'duplicate_count'),
    rejectedCount: integerOf(row, 'rejected_count'),
    fileName: textOf(row, 'file_name'),
    fileSize: integerOf(row, 'file_size'),
    digest: textOf(row, 'digest'),
    uploadedBy: textOf(row, 'uploaded_by_name'),
    bytesRead: integerOf(row, 'bytes_read'),
    failure: nullable(textOf, row, 'failure'),
    createdAt: instantOf(row, 'created_at'),
    completedAt: nullable(instantOf, row, 'finished_at'),
  };
}

function stateOf(row: Row): ImportState {
  const text = textOf(row, 'visible_state');
  const state = IMPORT_STATES.find((known) => known === text);
  if (state === undefined) throw new TypeError('Column visible_state holds no known state');
  return state;
}

export function toRejectedRow(row: Row): RejectedRow {
  return {
    line: integerOf(row, 'line'),
    row: integerOf(row, 'row_number'),
    field: textOf(row, 'field'),
    value: textOf(row, 'value'),
    reason: textOf(row, 'reason'),
  };
}
