import { type NachaProblem, ProblemList } from './nacha-problems.ts';
import { aNachaFile, PAYROLL_BATCH, readNacha } from './testing/nacha-fixtures.ts';

const aProblem = (problem: Partial<NachaProblem> = {}): NachaProblem => ({
  rule: 'check_digit',
  severity: 'warning',
  line: 3,
  columns: { from: 4, to: 12 },
  field: 'receivingDfi',
  value: '091000018',
  sentence: 'the check digit does not match',
  ...problem,
});

describe('NACHA problems', () => {
  test('the problems of a NACHA file are separated by severity and counted', () => {
    const list = new ProblemList();
    const error = aProblem({ severity: 'error', rule: 'malformed_field' });
    for (const problem of [aProblem(), error, aProblem({ line: 4 })]) list.add(problem);
    expect(list.errors).toEqual([error]);
    expect(list.warnings.map(({ line }) => line)).toEqual([3, 4]);
    expect(list.warningCount).toBe(2);
  });

  test('a problem in the control of a NACHA file is a warning', () => {
    const control = aNachaFile([PAYROLL_BATCH]).at(-1) ?? '';
    const records = [...aNachaFile([PAYROLL_BATCH]).slice(0, -1), control.replace('9000001', '900000x')];
    expect(readNacha(records).problems).toMatchObject([
      { field: 'batchCount', rule: 'malformed_field', severity: 'warning' },
    ]);
  });

  test('the problems of a NACHA file are all counted, and the first thousand are kept', () => {
    const list = new ProblemList();
    for (let line = 1; line <= 1_001; line += 1) list.add(aProblem({ line }));
    expect(list.warnings.at(-1)?.line).toBe(1_000);
    expect(list.warningCount).toBe(1_001);
  });
});
