import type { CsvMapping } from '@clearwatch/contracts/csv-mapping.dto';
import { guessOf, problemsOf, readRow, rowOf } from './testing/csv-fixtures.ts';

describe('CSV credits and debits', () => {
  const signed = 'Account,Name,Company,Amount,Date';
  const money = (...args: Parameters<typeof readRow>) => {
    const { transactionType, amountCents } = rowOf(...args);
    return [transactionType, amountCents];
  };

  it('the CSV reader recognizes credit and debit words in many spellings', () => {
    for (const word of ['CR', 'c', 'Deposit', 'ACH Credit', 'Credit (ACH)', '22', '+'])
      expect(money({ Type: word })).toEqual(['Credit', 125_000]);
    for (const word of ['DR', 'D', 'db', 'Withdrawal', 'Electronic Withdrawal', 'payment', '37'])
      expect(money({ Type: word })).toEqual(['Debit', 125_000]);
  });

  it('the sign of a CSV amount gives its direction, in both conventions', () => {
    const [debit, credit] = [{ Amount: '-12.00' }, { Amount: '12.00' }];
    expect(money(debit, signed, { direction: 'negative_is_debit' })).toEqual(['Debit', 1_200]);
    expect(money(credit, signed, { direction: 'negative_is_debit' })).toEqual(['Credit', 1_200]);
    expect(money(debit, signed, { direction: 'negative_is_credit' })).toEqual(['Credit', 1_200]);
    expect(money({ Amount: '(12.00)' }, signed, { direction: 'negative_is_debit' })).toEqual(['Debit', 1_200]);
    expect(money({ Amount: '12.00 CR' }, signed, { direction: 'negative_is_debit' })).toEqual(['Credit', 1_200]);
    expect(money({ Amount: '+$1,212.00' }, signed, { direction: 'negative_is_debit' })).toEqual(['Credit', 121_200]);
  });

  it('CR or DR after a CSV amount takes precedence over its sign', () => {
    const of = (Amount: string) => money({ Amount }, signed, { direction: 'negative_is_debit' });
    expect(of('12.00 DR')).toEqual(['Debit', 1_200]);
    expect(of('12.00cr')).toEqual(['Credit', 1_200]);
    expect(of('5 DR')).toEqual(['Debit', 500]);
    expect(of('0.00 DR')).toEqual(['Debit', 0]);
    expect(of('0.00')).toEqual(['Credit', 0]);
    expect(of('-0.01')).toEqual(['Debit', 1]);
    for (const wrong of ['12.00 CREDIT', '1+2.00', '+-12.00', 'CR'])
      expect(problemsOf({ Amount: wrong }, signed, { direction: 'negative_is_debit' })).toHaveLength(1);
  });

  it('NACHA transaction codes in a CSV row give the direction of its amount', () => {
    const coded = 'Account,Name,Company,Code,Amount,Date';
    const settings = { direction: 'transaction_code' } as const;
    expect(money({ Code: '27' }, coded, settings)).toEqual(['Debit', 125_000]);
    expect(money({ Code: '32' }, coded, settings)).toEqual(['Credit', 125_000]);
    expect(problemsOf({ Code: '99' }, coded, settings)).toEqual([
      { field: 'Code', value: '99', reason: expect.stringContaining('not a NACHA transaction code') },
    ]);
    expect(problemsOf({ Code: '' }, coded, settings)).toEqual([
      { field: 'Code', value: '', reason: expect.stringContaining('required') },
    ]);
  });

  it('a CSV row requires an amount for every way of marking the direction', () => {
    const missing = [{ field: 'Amount', value: '', reason: expect.stringContaining('required') }];
    expect(problemsOf({ Amount: '' })).toEqual(missing);
    expect(problemsOf({ Amount: '' }, signed, { direction: 'negative_is_debit' })).toEqual(missing);
    expect(problemsOf({ Type: '' })).toMatchObject([{ field: 'Type' }]);
  });

  it('the filled one of two CSV amount columns gives the direction, and a zero in the other is ignored', () => {
    const two = 'Account,Name,Company,Debit,Credit,Date';
    const settings: Partial<CsvMapping> = {
      direction: 'two_columns',
      columns: guessOf(`${two}\n1,Paula Sample,ACME,1.00,,2026-03-16`).mapping.columns,
    };
    const of = (debit: string, credit: string) => readRow({ Debit: debit, Credit: credit }, two, settings);
    expect(of('12.00', '')).toMatchObject({ row: { transactionType: 'Debit', amountCents: 1_200 } });
    expect(of('-12.00', '0.00')).toMatchObject({ row: { transactionType: 'Debit', amountCents: 1_200 } });
    expect(of('0.00', '13.00')).toMatchObject({ row: { transactionType: 'Credit', amountCents: 1_300 } });
    expect(of('', '0.00')).toMatchObject({ row: { transactionType: 'Credit', entryKind: 'zero_dollar' } });
    for (const [debit, credit] of [
      ['1.00', '2.00'],
      ['0.00', '0.00'],
      ['', ''],
      ['', '-1.00'],
      ['x', ''],
      ['12.00 CR', ''],
      ['', '12.00 DR'],
    ] as const)
      expect(of(debit, credit)).toMatchObject({ problems: [{}] });
    expect(of('12.00 DR', '')).toMatchObject({ row: { transactionType: 'Debit', amountCents: 1_200 } });
    expect(of('0.00 CR', '13.00')).toMatchObject({ row: { transactionType: 'Credit', amountCents: 1_300 } });
    expect(of('0.01 CR', '')).toMatchObject({
      problems: [
        {
          field: 'Debit',
          reason: 'this column holds debits, but the amount is marked CR; correct one of them',
        },
      ],
    });
  });

  it('the CSV reader rejects amounts that contradict their direction', () => {
    expect(problemsOf({ Amount: '-12.00', Type: 'Credit' })).toHaveLength(1);
    expect(problemsOf({ Amount: '12.00 DR', Type: 'Credit' })).toHaveLength(1);
    expect(money({ Amount: '-12.00', Type: 'Debit' })).toEqual(['Debit', 1_200]);
    const bySign = (Amount: string, direction: CsvMapping['direction']) =>
      problemsOf({ Amount }, signed, { direction }).map(({ field }) => field);
    expect(bySign('-12.00 CR', 'negative_is_debit')).toEqual(['Amount']);
    expect(bySign('(12.00) DR', 'negative_is_credit')).toEqual(['Amount']);
    expect(bySign('-12.00 DR', 'negative_is_debit')).toEqual([]);
  });
});
