import type { Field } from '../layouts/layout.ts';
import { columns, type NachaRecord } from '../records/nacha-record.ts';

/** What a NACHA file can do wrong. */
export type NachaRule =
  | 'control_character'
  | 'record_too_long'
  | 'record_too_short'
  | 'unknown_record_type'
  | 'malformed_field'
  | 'padded_with_blanks'
  | 'unknown_class'
  | 'unknown_transaction_code'
  | 'unknown_reason_code'
  | 'unknown_addenda_type'
  | 'invalid_date'
  | 'check_digit'
  | 'service_class'
  | 'amount_not_allowed'
  | 'addenda_indicator'
  | 'addenda_count'
  | 'addenda_missing'
  | 'addenda_without_entry'
  | 'trace_number'
  | 'file_header_missing'
  | 'file_control_missing'
  | 'batch_header_missing'
  | 'batch_header_unreadable'
  | 'batch_control_missing'
  | 'batch_number'
  | 'control_mismatch';

/** One thing that is wrong in a NACHA file, as data. */
export interface NachaProblem {
  line: number;
  /** From 1, inclusive. */
  columns: { from: number; to: number };
  field: string;
  /** What stands there. */
  value: string;
  rule: NachaRule;
  /** `error`: the record cannot be taken. `warning`: it is taken, and this should be looked at. */
  severity: 'error' | 'warning';
  /** What is wrong and what was expected, for people. */
  sentence: string;
}

/** @param place of the problem; its value is copied, for a part of a text keeps the whole of it in memory */
export function problemAt(
  record: NachaRecord,
  place: Pick<Field, 'name' | 'from' | 'to'>,
  problem: Pick<NachaProblem, 'rule' | 'severity' | 'sentence'>,
): NachaProblem {
  const { from, to, name } = place;
  return {
    line: record.line,
    columns: { from, to },
    field: name,
    value: copied(columns(record.text, from, to)),
    ...problem,
  };
}

/** The whole record as the place of a problem. */
export const WHOLE_RECORD = { name: 'record', from: 1, to: 94 } as const;
/** The first column as the place of a problem. */
export const RECORD_TYPE = { name: 'recordType', from: 1, to: 1 } as const;

function copied(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
