import { type Field, isWellFormed, type Layout } from './nacha-layouts.ts';
import { columns, type NachaRecord, RECORD_COLUMNS } from './nacha-record.ts';

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

// oxlint-disable-next-line no-control-regex
const CONTROL_CHARACTER = /[\x00-\x1f\x7f]/;

/** Whether nothing is wrong with a record by itself, no column is lost and all is ASCII, as nearly always: one match tells. */
export function isCleanRecord({ length, text }: NachaRecord, { plainPattern }: Layout): boolean {
  return length === RECORD_COLUMNS && plainPattern.test(text);
}

/** Everything that is wrong with a record by itself. */
export function fieldProblemsOf(record: NachaRecord, layout: Layout): NachaProblem[] {
  if (record.length <= RECORD_COLUMNS && layout.pattern.test(record.text)) return [];
  const problems: NachaProblem[] = [];
  if (record.length > RECORD_COLUMNS) {
    const sentence = `the ${layout.title} has ${record.length} columns instead of 94, so its fields may have moved`;
    problems.push(problemAt(record, WHOLE_RECORD, { rule: 'record_too_long', severity: 'error', sentence }));
  }
  for (const wanted of layout.fields) {
    const content = columns(record.text, wanted.from, wanted.to);
    if (!isWellFormed(wanted, content)) problems.push(fieldProblem(record, wanted, content));
  }
  return problems;
}

/**
 * Blanks at the end of a line may be left off; a number that stands there and is cut says that columns are missing, and
 * nobody knows where: one of them before the amount, and the amount is another.
 */
export function lostColumnProblems(record: NachaRecord, { title, fields }: Layout): NachaProblem[] {
  const last = fields.at(-1);
  if (record.length >= RECORD_COLUMNS || last === undefined) return [];
  if (columns(record.text, last.from, last.to).trim() === '') return [];
  const sentence = `the ${title} has ${record.length} columns instead of 94 and ends within ${last.name}, so its fields may have moved`;
  return [problemAt(record, WHOLE_RECORD, { rule: 'record_too_short', severity: 'error', sentence })];
}

function fieldProblem(record: NachaRecord, wanted: Field, content: string): NachaProblem {
  const place = wanted.from === wanted.to ? `column ${wanted.from}` : `columns ${wanted.from}–${wanted.to}`;
  if (CONTROL_CHARACTER.test(content)) {
    const found = `${wanted.name} (${place}) holds a control character such as NUL or a tab`;
    // Text describes; without it the payment is still the same. Codes and numbers decide what the record means.
    const isText = wanted.kind === 'text';
    const sentence = isText ? `${found}; it is replaced by a blank` : found;
    const severity = isText ? 'warning' : 'error';
    return problemAt(record, wanted, { rule: 'control_character', severity, sentence });
  }
  const sentence = `${wanted.name} (${place}) must be ${fieldRequirement(wanted)}`;
  const severity = wanted.isVital ? 'error' : 'warning';
  return problemAt(record, wanted, { rule: 'malformed_field', severity, sentence });
}

function fieldRequirement({ kind, from, to }: Field): string {
  if (kind === 'digits') return from === to ? 'a digit' : `${to - from + 1} digits`;
  if (kind === 'flag') return '0 or 1';
  return 'filled';
}

const MAX_PROBLEMS = 1_000;

/**
 * The problems of a file: the first thousand errors and the first thousand warnings, so that neither hides the other, and
 * how often each rule was broken in all.
 */
export class ProblemList {
  readonly errors: NachaProblem[] = [];
  readonly warnings: NachaProblem[] = [];
  readonly tally = new Map<NachaRule, number>();
  /** All of them, kept or not. */
  warningCount = 0;

  /**
   * Of a header or a control. Neither is an entry that could be rejected and listed, so that whatever is wrong there, errors
   * too, is a warning about the file.
   */
  addOfFrame(problem: NachaProblem): void {
    this.add({ ...problem, severity: 'warning' });
  }

  add(problem: NachaProblem): void {
    this.tally.set(problem.rule, (this.tally.get(problem.rule) ?? 0) + 1);
    if (problem.severity === 'warning') this.warningCount += 1;
    const list = problem.severity === 'error' ? this.errors : this.warnings;
    if (list.length < MAX_PROBLEMS) list.push(problem);
  }
}
