import {
  AMOUNT_OPERATORS,
  type AmountOperator,
  MAX_FILTER_CHOICES,
  MAX_FILTER_TEXT,
} from '@clearwatch/contracts/transaction-reports';
import type { TransactionFilters } from '@clearwatch/contracts/transaction-reports.dto';
import type { TransactionType } from '@clearwatch/contracts/transactions.dto';
import { formatCents, parseAmount } from '@clearwatch/domain/money/cents';
import { formatDay } from '../../lib/date-format.ts';
import { formatMoney } from '../../lib/number-format.ts';
import { readChoice, readDay, readText, withParams } from '../../lib/url-params.ts';

const TRANSACTION_TYPES: Record<TransactionType, true> = { Credit: true, Debit: true };

export const TEXT_FILTERS = ['firstName', 'lastName', 'addenda', 'checkTracerNumber', 'batch'] as const;
export const LIST_FILTERS = ['company', 'transactionType', 'class', 'transactionCode', 'entryDescription'] as const;
export type TextFilter = (typeof TEXT_FILTERS)[number];
export type ListFilter = (typeof LIST_FILTERS)[number];

export interface ReportFilterState extends Record<TextFilter, string>, Record<ListFilter, readonly string[]> {
  amountIs: AmountOperator;
  /** As typed; decimal text such as "1234.56" once applied. */
  amount: string;
  amountTo: string;
  /** ISO days, both or neither. */
  from: string;
  to: string;
}

export const NO_REPORT_FILTERS: ReportFilterState = {
  firstName: '',
  lastName: '',
  company: [],
  transactionType: [],
  class: [],
  transactionCode: [],
  entryDescription: [],
  addenda: '',
  checkTracerNumber: '',
  batch: '',
  amountIs: 'eq',
  amount: '',
  amountTo: '',
  from: '',
  to: '',
};

export function parseAmountText(typed: string): string | null {
  const parsed = parseAmount(typed);
  return 'cents' in parsed ? formatCents(parsed.cents) : null;
}

/** Spec section 5: an amount applies only if it is numeric, and a range only with both ends. */
export function effectiveFilters(state: ReportFilterState): ReportFilterState {
  const clean: ReportFilterState = { ...NO_REPORT_FILTERS };
  for (const name of TEXT_FILTERS) clean[name] = state[name].trim().slice(0, MAX_FILTER_TEXT);
  for (const name of LIST_FILTERS) clean[name] = uniqueTexts(state[name]);
  clean.transactionType = clean.transactionType.filter((type) => Object.hasOwn(TRANSACTION_TYPES, type));
  const amount = parseAmountText(state.amount);
  const amountTo = state.amountIs === 'between' ? parseAmountText(state.amountTo) : '';
  if (amount !== null && amountTo !== null) Object.assign(clean, { amountIs: state.amountIs, amount, amountTo });
  if (state.from !== '' && state.to !== '' && state.from <= state.to)
    Object.assign(clean, { from: state.from, to: state.to });
  return clean;
}

function uniqueTexts(texts: readonly string[]): string[] {
  const values = texts.map((text) => text.trim().slice(0, MAX_FILTER_TEXT)).filter((text) => text !== '');
  return [...new Set(values)].slice(0, MAX_FILTER_CHOICES);
}

/** Invalid parts of the URL are ignored, not shown as errors. */
export function readReportFilters(params: URLSearchParams): ReportFilterState {
  const state: ReportFilterState = { ...NO_REPORT_FILTERS };
  for (const name of TEXT_FILTERS) state[name] = readText(params, name);
  for (const name of LIST_FILTERS) state[name] = params.getAll(name);
  state.amountIs = readChoice(params, 'amountIs', AMOUNT_OPERATORS) || 'eq';
  state.amount = readText(params, 'amount');
  state.amountTo = readText(params, 'amountTo');
  state.from = readDay(params, 'from');
  state.to = readDay(params, 'to');
  return effectiveFilters(state);
}

export function writeReportFilters(state: ReportFilterState): URLSearchParams {
  const clean = effectiveFilters(state);
  const params = new URLSearchParams();
  for (const name of TEXT_FILTERS) if (clean[name] !== '') params.set(name, clean[name]);
  for (const name of LIST_FILTERS) for (const text of clean[name]) params.append(name, text);
  const { amount, amountTo, from, to } = clean;
  return withParams(params, { amountIs: amount && clean.amountIs, amount, amountTo, from, to });
}

export const reportFilterKey = (state: ReportFilterState): string => writeReportFilters(state).toString();

export const isReportUnfiltered = (state: ReportFilterState): boolean => reportFilterKey(state) === '';

export function toTransactionFilters(state: ReportFilterState): TransactionFilters {
  const clean = effectiveFilters(state);
  const wire: TransactionFilters = {};
  for (const name of TEXT_FILTERS) if (clean[name] !== '') wire[name] = clean[name];
  for (const name of LIST_FILTERS) if (clean[name].length > 0) Object.assign(wire, { [name]: clean[name] });
  if (clean.amount !== '') {
    wire.amount = { operator: clean.amountIs, value: clean.amount };
    if (clean.amountTo !== '') wire.amount.value2 = clean.amountTo;
  }
  if (clean.from !== '') wire.dateRange = { start: clean.from, end: clean.to };
  return wire;
}

export function fromTransactionFilters(wire: TransactionFilters): ReportFilterState {
  const state: ReportFilterState = { ...NO_REPORT_FILTERS };
  for (const name of TEXT_FILTERS) state[name] = wire[name] ?? '';
  for (const name of LIST_FILTERS) state[name] = wire[name] ?? [];
  state.amountIs = wire.amount?.operator ?? 'eq';
  state.amount = wire.amount?.value ?? '';
  state.amountTo = wire.amount?.value2 ?? '';
  state.from = wire.dateRange?.start ?? '';
  state.to = wire.dateRange?.end ?? '';
  return effectiveFilters(state);
}

/** Spec section 2. */
export const FILTER_LABELS: Readonly<Record<keyof TransactionFilters, string>> = {
  firstName: 'First Name',
  lastName: 'Last Name',
  company: 'Company',
  transactionType: 'Transaction Types',
  transactionCode: 'Transaction Code',
  class: 'ACH Class Codes',
  entryDescription: 'Entry Description',
  addenda: 'Addenda',
  checkTracerNumber: 'Check Tracer Number',
  batch: 'Batch',
  amount: 'Amount',
  dateRange: 'Date Range',
};

export const OPERATOR_LABELS: Readonly<Record<AmountOperator, string>> = {
  eq: 'Equal to',
  gt: 'Greater than',
  lt: 'Less than',
  between: 'Between',
};

export interface FilterChip {
  key: string;
  /** "Company: Acme Payroll". */
  words: string;
  without: ReportFilterState;
}

export function filterChips(state: ReportFilterState): FilterChip[] {
  const clean = effectiveFilters(state);
  const { amountIs, amount, amountTo, from, to } = clean;
  const chip = (name: keyof typeof FILTER_LABELS, value: string, cleared: Partial<ReportFilterState>): FilterChip => ({
    key: `${name} ${value}`,
    words: `${FILTER_LABELS[name]}: ${value}`,
    without: { ...clean, ...cleared },
  });
  const text = (name: TextFilter): FilterChip[] =>
    clean[name] === '' ? [] : [chip(name, clean[name], { [name]: '' })];
  const list = (name: ListFilter): FilterChip[] =>
    clean[name].map((choice) => chip(name, choice, { [name]: clean[name].filter((other) => other !== choice) }));
  const limits = [amount, amountTo].filter((limit) => limit !== '').map(formatMoney);
  const comparison = `${OPERATOR_LABELS[amountIs].toLowerCase()} ${limits.join(' and ')}`;
  const days = [...new Set([from, to])].filter((day) => day !== '').map(formatDay);
  const noAmount = { amountIs: NO_REPORT_FILTERS.amountIs, amount: '', amountTo: '' };
  return [
    ...(['firstName', 'lastName'] as const).flatMap(text),
    ...(['company', 'transactionType', 'transactionCode', 'class', 'entryDescription'] as const).flatMap(list),
    ...(['addenda', 'checkTracerNumber', 'batch'] as const).flatMap(text),
    ...(amount === '' ? [] : [chip('amount', comparison, noAmount)]),
    ...(from === '' ? [] : [chip('dateRange', days.join(' – '), { from: '', to: '' })]),
  ];
}
