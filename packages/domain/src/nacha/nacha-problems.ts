import { type Field, fieldLabel, isWellFormed, type Layout } from './nacha-layouts.ts';
import { columns, type NachaRecord, RECORD_COLUMNS } from './nacha-record.ts';

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

export interface NachaProblem {
  line: number;
  /** From 1, inclusive. */
  columns: { from: number; to: number };
  field: string;
  value: string;
  rule: NachaRule;
  /** A record with an error is rejected; one with a warning is imported. */
  severity: 'error' | 'warning';
  /** The problem and what was expected, in words. */
  sentence: string;
}

export type ProblemPosition = Pick<Field, 'name' | 'from' | 'to'>;

export function problemAt(
  record: NachaRecord,
  { name, from, to }: ProblemPosition,
  { rule, severity = 'warning', sentence }: Pick<NachaProblem, 'rule' | 'sentence'> & Partial<NachaProblem>,
): NachaProblem {
  // Copied, because a slice keeps the whole text in memory.
  const value = Buffer.from(columns(record.text, from, to), 'utf16le').toString('utf16le');
  return { line: record.line, columns: { from, to }, field: name, value, rule, severity, sentence };
}

export const WHOLE_RECORD = { name: 'record', from: 1, to: RECORD_COLUMNS } as const;

// oxlint-disable-next-line no-control-regex
const CONTROL_CHARACTER = /[\x00-\x1f\x7f]/;

/**
 * Whether a record is 94 columns of printable ASCII with well-formed fields. Nearly all records need only this match.
 */
export function isCleanRecord({ length, text }: NachaRecord, { plainPattern }: Layout): boolean {
  return length === RECORD_COLUMNS && plainPattern.test(text);
}

export function fieldProblemsOf(record: NachaRecord, layout: Layout): NachaProblem[] {
  if (record.length <= RECORD_COLUMNS && layout.pattern.test(record.text)) return [];
  const problems: NachaProblem[] = [];
  if (record.length > RECORD_COLUMNS) {
    const sentence = `the ${layout.title} has ${record.length} characters instead of 94, so its fields may be in the wrong columns`;
    problems.push(problemAt(record, WHOLE_RECORD, { rule: 'record_too_long', severity: 'error', sentence }));
  }
  for (const expected of layout.fields) {
    const content = columns(record.text, expected.from, expected.to);
    if (!isWellFormed(expected, content)) problems.push(fieldProblem(record, expected, content));
  }
  return problems;
}

/** Trailing spaces may be left off. A record that ends within its last field has lost columns at an unknown place. */
export function lostColumnProblems(record: NachaRecord, { title, fields }: Layout): NachaProblem[] {
  const last = fields.at(-1);
  if (record.length >= RECORD_COLUMNS || last === undefined) return [];
  if (columns(record.text, last.from, last.to).trim() === '') return [];
  const sentence = `the ${title} has ${record.length} characters instead of 94 and ends within the ${fieldLabel(last.name)}, so its fields may be in the wrong columns`;
  return [problemAt(record, WHOLE_RECORD, { rule: 'record_too_short', severity: 'error', sentence })];
}

function fieldProblem(record: NachaRecord, expected: Field, content: string): NachaProblem {
  const { name, from, to, kind, isRequired } = expected;
  const position = from === to ? `column ${from}` : `columns ${from}–${to}`;
  if (CONTROL_CHARACTER.test(content)) {
    const rule = 'control_character';
    const sentence = `the ${fieldLabel(name)} (${position}) contains a control character such as NUL or a tab`;
    // Text only describes the payment. Codes and numbers determine what the record means.
    if (kind !== 'text') return problemAt(record, expected, { rule, severity: 'error', sentence });
    return problemAt(record, expected, { rule, sentence: `${sentence}; it is replaced with a space` });
  }
  const digits = from === to ? 'a digit' : `${to - from + 1} digits`;
  const requirement = kind === 'digits' ? digits : kind === 'flag' ? '0 or 1' : 'filled in';
  return problemAt(record, expected, {
    rule: 'malformed_field',
    severity: isRequired ? 'error' : 'warning',
    sentence: `the ${fieldLabel(name)} (${position}) must be ${requirement}`,
  });
}

const MAX_PROBLEMS = 1_000;

/** The first thousand errors and the first thousand warnings in a file. */
export class ProblemList {
  readonly errors: NachaProblem[] = [];
  readonly warnings: NachaProblem[] = [];
  /** All warnings, including those beyond the first thousand. */
  warningCount = 0;

  add(problem: NachaProblem): void {
    if (problem.severity === 'warning') this.warningCount += 1;
    const list = problem.severity === 'error' ? this.errors : this.warnings;
    if (list.length < MAX_PROBLEMS) list.push(problem);
  }
}
