import { changeCodeOf, refusalOf } from '../codes/change-codes.ts';
import { returnReasonOf } from '../codes/return-reasons.ts';
import { addendaLayoutOf, addendaTypeOf } from '../layouts/addenda-layouts.ts';
import { fieldProblemsOf } from '../problems/check-record.ts';
import { type NachaProblem, problemAt } from '../problems/nacha-problem.ts';
import type { NachaRecord } from '../records/nacha-record.ts';

const ADDENDA_TYPE = { name: 'addendaType', from: 2, to: 3 };
const CODE = { from: 4, to: 6 };
const SEQUENCE = { name: 'entrySequence', from: 88, to: 94 };
/** Addenda 05 and 10–18 end with the last seven digits of the entry's trace number; the others have one of their own. */
const hasSequence = (type: number): boolean => type === 5 || (type >= 10 && type <= 18);

/**
 * Everything that is wrong with one addenda record.
 * @param problems added to these
 */
export function checkAddenda(
  addenda: NachaRecord,
  entry: { traceNumber: string; isIat: boolean },
  problems: NachaProblem[],
): void {
  const layout = addendaLayoutOf(addenda.text, entry);
  if (layout === null) {
    const sentence = 'addenda types are 02, 05, 10 to 18, 98 and 99';
    problems.push(
      problemAt(addenda, ADDENDA_TYPE, { rule: 'unknown_addenda_type', severity: 'warning', sentence }),
    );
    return;
  }
  for (const problem of fieldProblemsOf(addenda, layout)) problems.push(problem);
  const type = addendaTypeOf(addenda.text) ?? 0;
  if (hasSequence(type)) checkSequence(addenda, entry.traceNumber, problems);
  else checkCode(addenda, type, problems);
}

function checkSequence(addenda: NachaRecord, traceNumber: string, problems: NachaProblem[]): void {
  if (traceNumber.endsWith(addenda.text.slice(SEQUENCE.from - 1))) return;
  const sentence = 'an addenda must end with the last seven digits of the trace number of its entry';
  problems.push(problemAt(addenda, SEQUENCE, { rule: 'trace_number', severity: 'warning', sentence }));
}

function checkCode(addenda: NachaRecord, type: number, problems: NachaProblem[]): void {
  const code = addenda.text.slice(CODE.from - 1, CODE.to);
  const rule = 'unknown_reason_code';
  if (type === 99 && returnReasonOf(code) === null) {
    const sentence = 'this return reason code does not exist';
    problems.push(
      problemAt(addenda, { name: 'reasonCode', ...CODE }, { rule, severity: 'warning', sentence }),
    );
  }
  if (type === 98 && changeCodeOf(code) === null && refusalOf(code) === null) {
    const sentence = 'this change code does not exist';
    problems.push(
      problemAt(addenda, { name: 'changeCode', ...CODE }, { rule, severity: 'warning', sentence }),
    );
  }
}
