import { changeCodeOf, refusalOf } from '../codes/change-codes.ts';
import { returnReasonOf } from '../codes/return-reasons.ts';
import { addendaLayoutOf } from '../layouts/addenda-layouts.ts';
import { fieldProblemsOf } from '../problems/check-record.ts';
import { type NachaProblem, problemAt } from '../problems/nacha-problem.ts';
import type { NachaRecord } from '../records/nacha-record.ts';

const ADDENDA_TYPE = { name: 'addendaType', from: 2, to: 3 };
const CODE = { from: 4, to: 6 };
const SEQUENCE = { name: 'entrySequence', from: 88, to: 94 };
/** These end with the last seven digits of the entry's trace number; the others have a trace number of their own. */
const ENDS_WITH_SEQUENCE = /^7(?:05|1\d)/;

/** Everything that is wrong with one addenda record. */
export function addendaProblemsOf(
  addenda: NachaRecord,
  entry: { traceNumber: string; isIat: boolean },
): NachaProblem[] {
  const layout = addendaLayoutOf(addenda.text, entry);
  if (layout === null) {
    const sentence = 'addenda types are 02, 05, 10 to 18, 98 and 99';
    return [
      problemAt(addenda, ADDENDA_TYPE, { rule: 'unknown_addenda_type', severity: 'warning', sentence }),
    ];
  }
  const problems = fieldProblemsOf(addenda, layout);
  const code = unknownCode(addenda);
  if (code !== null) problems.push(code);
  if (ENDS_WITH_SEQUENCE.test(addenda.text) && !entry.traceNumber.endsWith(addenda.text.slice(87))) {
    const sentence = 'an addenda must end with the last seven digits of the trace number of its entry';
    problems.push(problemAt(addenda, SEQUENCE, { rule: 'trace_number', severity: 'warning', sentence }));
  }
  return problems;
}

function unknownCode(addenda: NachaRecord): NachaProblem | null {
  const code = addenda.text.slice(3, 6);
  if (addenda.text.startsWith('99', 1) && returnReasonOf(code) === null) {
    const sentence = 'this return reason code does not exist';
    return problemAt(
      addenda,
      { name: 'reasonCode', ...CODE },
      { rule: 'unknown_reason_code', severity: 'warning', sentence },
    );
  }
  if (addenda.text.startsWith('98', 1) && changeCodeOf(code) === null && refusalOf(code) === null) {
    const sentence = 'this change code does not exist';
    return problemAt(
      addenda,
      { name: 'changeCode', ...CODE },
      { rule: 'unknown_reason_code', severity: 'warning', sentence },
    );
  }
  return null;
}
