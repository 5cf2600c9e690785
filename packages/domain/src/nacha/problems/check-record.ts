import { type Field, isWellFormed, type Layout } from '../layouts/layout.ts';
import { columns, type NachaRecord, RECORD_COLUMNS } from '../records/nacha-record.ts';
import { type NachaProblem, problemAt, WHOLE_RECORD } from './nacha-problem.ts';

// oxlint-disable-next-line no-control-regex
const CONTROL_CHARACTER = /[\x00-\x1f\x7f]/;

/** Whether nothing is wrong with a record by itself, no column is lost and all is ASCII, as nearly always: one match tells. */
export function isPlain({ length, text }: NachaRecord, { plainPattern }: Layout): boolean {
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
export function lostColumnsOf(record: NachaRecord, { title, fields }: Layout): NachaProblem[] {
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
  const sentence = `${wanted.name} (${place}) must be ${demandOf(wanted)}`;
  const severity = wanted.isVital ? 'error' : 'warning';
  return problemAt(record, wanted, { rule: 'malformed_field', severity, sentence });
}

function demandOf({ kind, from, to }: Field): string {
  if (kind === 'digits') return from === to ? 'a digit' : `${to - from + 1} digits`;
  if (kind === 'flag') return '0 or 1';
  return 'filled';
}
