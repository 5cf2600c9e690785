import type { TestEntry } from '../../testing/ledger-of-texts.ts';

/** $4,000.00 of pay and $1,000.00 of mortgage every month, but for the pay of May. */
export function steadyMember(account: string, payOfMay: string): TestEntry[] {
  return ['01', '02', '03', '04', '05', '06', '07', '08'].flatMap((month) => {
    const common = { account, firstName: 'Eva', lastName: 'Steady', kind: 'money' as const, class: 'PPD' };
    const rest = { trace: null, addenda: null, batch: null };
    const pay = month === '05' ? payOfMay : '4000.00';
    return [
      {
        ...common,
        ...rest,
        company: 'RIVERTON SCHOOLS',
        description: 'PAYROLL',
        type: 'Credit' as const,
        code: '22',
        amount: pay,
        day: `2026-${month}-15`,
      },
      {
        ...common,
        ...rest,
        company: 'KEYSTONE LENDING',
        description: 'MTG PYMT',
        type: 'Debit' as const,
        code: '27',
        amount: '1000.00',
        day: `2026-${month}-20`,
      },
    ];
  });
}

/** Members whose only entries lie just inside and just outside of the periods, each with amounts that nobody else reaches. */
export function onTheEdges(): TestEntry[] {
  const days = ['2026-06-30', '2026-07-01', '2026-07-31', '2026-08-01', '2026-08-31'];
  return days.flatMap((day, index) => {
    const of = (account: number, change: Partial<TestEntry>): TestEntry => ({
      account: String(account + index),
      firstName: 'Edgar',
      lastName: 'Edge',
      company: 'VENMO',
      description: 'PAYMENT',
      type: 'Debit',
      kind: 'money',
      class: 'PPD',
      code: '27',
      trace: null,
      addenda: null,
      batch: null,
      amount: `${9_000 + index}.00`,
      day,
      ...change,
    });
    return [
      of(3_000_005_001, {}),
      of(3_000_006_001, {
        type: 'Credit',
        company: 'PENSION NORDEN',
        class: 'IAT',
        amount: `${7_000 + index}.00`,
      }),
    ];
  });
}
