import {
  effectiveFilters,
  filterChips,
  fromTransactionFilters,
  NO_REPORT_FILTERS,
  type ReportFilterState,
  readReportFilters,
  toTransactionFilters,
  writeReportFilters,
} from './report-filter-state.ts';
import { amountProblem, appliedDraft, daysProblem, mergeDraft } from './use-report-filters.ts';

const aState = (over: Partial<ReportFilterState>): ReportFilterState => ({ ...NO_REPORT_FILTERS, ...over });
const read = (address: string) => readReportFilters(new URLSearchParams(address));

const EVERYTHING = aState({
  firstName: 'Dana',
  lastName: "O'Neil & Sons",
  company: ['Acme, Inc.', 'Example'],
  transactionType: ['Credit'],
  class: ['PPD', 'WEB'],
  transactionCode: ['22'],
  entryDescription: ['PAYROLL', 'BONUS'],
  addenda: 'invoice 7',
  checkTracerNumber: '121042880000001',
  batch: '1',
  amountIs: 'between',
  amount: '5.00',
  amountTo: '1000.00',
  from: '2026-11-01',
  to: '2026-11-30',
});

describe('report filters', () => {
  it('report filters are restored from the address and from saved filters', () => {
    expect(readReportFilters(writeReportFilters(EVERYTHING))).toEqual(EVERYTHING);
    expect(fromTransactionFilters(toTransactionFilters(EVERYTHING))).toEqual(EVERYTHING);
  });

  it('report filters are sent with the specified names, and only when set [spec 5.15]', () => {
    expect(toTransactionFilters(EVERYTHING)).toEqual({
      firstName: 'Dana',
      lastName: "O'Neil & Sons",
      company: ['Acme, Inc.', 'Example'],
      transactionType: ['Credit'],
      class: ['PPD', 'WEB'],
      transactionCode: ['22'],
      entryDescription: ['PAYROLL', 'BONUS'],
      addenda: 'invoice 7',
      checkTracerNumber: '121042880000001',
      batch: '1',
      amount: { operator: 'between', value: '5.00', value2: '1000.00' },
      dateRange: { start: '2026-11-01', end: '2026-11-30' },
    });
    expect(toTransactionFilters(NO_REPORT_FILTERS)).toEqual({});
    expect(writeReportFilters(NO_REPORT_FILTERS).toString()).toBe('');
  });

  it.each([
    ['$1,234.5', { operator: 'gt', value: '1234.50' }],
    [' 12 ', { operator: 'gt', value: '12.00' }],
    ['abc', undefined],
    ['1.005', undefined],
    ['', undefined],
  ])('report filters read the amount %j to the cent or ignore it [spec 5.15]', (amount, expected) => {
    expect(toTransactionFilters(aState({ amountIs: 'gt', amount })).amount).toEqual(expected);
  });

  it('report filters need both ends of a range of amounts or dates [spec 5.15]', () => {
    expect(toTransactionFilters(aState({ amountIs: 'between', amount: '5', amountTo: '' }))).toEqual({});
    expect(toTransactionFilters(aState({ amountIs: 'between', amount: '', amountTo: '5' }))).toEqual({});
    expect(toTransactionFilters(aState({ from: '2026-11-01' }))).toEqual({});
    expect(toTransactionFilters(aState({ to: '2026-11-01' }))).toEqual({});
  });

  it('report filters send the second amount only for Between [spec 2.11.6, 5.15]', () => {
    expect(toTransactionFilters(aState({ amountIs: 'eq', amount: '5', amountTo: '9' })).amount).toEqual({
      operator: 'eq',
      value: '5.00',
    });
  });

  it('report filters are trimmed, and repeated values are sent once', () => {
    expect(toTransactionFilters(aState({ firstName: '  ', company: [' Acme ', 'Acme', ''] }))).toEqual({
      company: ['Acme'],
    });
  });

  it.each([
    'transactionType=Transfer',
    'amount=much',
    'amountIs=about',
    'from=2026-02-30&to=2026-03-01',
    'from=2026-03-01&to=2026-02-01',
    'from=2026-03-01',
    'unknown=1',
  ])('report filters ignore invalid values in the address parameters %s', (address) => {
    expect(read(address)).toEqual(NO_REPORT_FILTERS);
  });
});

describe('active filter chips', () => {
  it('the active filter chips describe each report filter and each choice of a list [spec 2.11.3, 2.11.4]', () => {
    expect(filterChips(EVERYTHING).map(({ words }) => words)).toEqual([
      'First Name: Dana',
      "Last Name: O'Neil & Sons",
      'Company: Acme, Inc.',
      'Company: Example',
      'Transaction Types: Credit',
      'Transaction Code: 22',
      'ACH Class Codes: PPD',
      'ACH Class Codes: WEB',
      'Entry Description: PAYROLL',
      'Entry Description: BONUS',
      'Addenda: invoice 7',
      'Check Tracer Number: 121042880000001',
      'Batch: 1',
      'Amount: between $5.00 and $1,000.00',
      'Date Range: Nov 1, 2026 – Nov 30, 2026',
    ]);
  });

  it('each active filter chip removes only its own report filter', () => {
    const left = filterChips(EVERYTHING).map(({ without }) => filterChips(without).length);
    expect(new Set(left)).toEqual(new Set([14]));
  });
});

describe('filters typed but not applied', () => {
  it('report filters typed but not applied stay when another filter is removed', () => {
    const before = aState({ company: ['Acme'], from: '2026-11-01', to: '2026-11-30' });
    const after = aState({ company: ['Acme'] });
    expect(mergeDraft({ ...before, lastName: 'Sam' }, before, after)).toEqual({ ...after, lastName: 'Sam' });
  });

  it('typed report filters are normalized when applied, and an invalid amount stays for correction', () => {
    expect(appliedDraft(aState({ firstName: ' Dana ', amount: '1,000' }))).toEqual(
      aState({ firstName: 'Dana', amount: '1000.00' }),
    );
    expect(appliedDraft(aState({ amount: '1.005' })).amount).toBe('1.005');
    expect(effectiveFilters(aState({ amount: '1.005' })).amount).toBe('');
  });

  it('typed report filters keep a single date and explain why it is ignored', () => {
    expect(appliedDraft(aState({ from: '2026-11-01' })).from).toBe('2026-11-01');
    expect(daysProblem(aState({ from: '2026-11-01' }))).toMatch(/^Enter both dates/);
    expect(daysProblem(aState({ to: '2026-11-01' }))).toMatch(/^Enter both dates/);
    expect(daysProblem(aState({ from: '2026-11-01', to: '2026-11-01' }))).toBeNull();
    expect(daysProblem(aState({}))).toBeNull();
  });

  it('typed report filters explain why an amount is ignored', () => {
    expect(amountProblem(aState({ amount: '' }))).toBeNull();
    expect(amountProblem(aState({ amount: '12' }))).toBeNull();
    expect(amountProblem(aState({ amount: 'twelve' }))).toMatch(/^Enter an amount/);
    expect(amountProblem(aState({ amountIs: 'between', amount: '12' }))).toMatch(/^Enter both amounts/);
  });
});
