import type { AmountOperator } from '@clearwatch/contracts/transaction-reports';
import type { TransactionFilters } from '@clearwatch/contracts/transaction-reports.dto';
import { formatDay } from '../../../formats/dates.ts';
import { formatMoney } from '../../../formats/money.ts';
import { cleaned, type FilterState, type ListFilter, NO_FILTERS, type TextFilter } from './filter-state.ts';

/** What the fields are called (spec section 2). A filter without its name is a type error. */
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

const TEXTS: readonly TextFilter[] = ['firstName', 'lastName'];
const LATER_TEXTS: readonly TextFilter[] = ['addenda', 'checkTracerNumber', 'batch'];
const LISTS: readonly ListFilter[] = ['company', 'transactionType'];
const LATER_LISTS: readonly ListFilter[] = ['transactionCode', 'class', 'entryDescription'];

/** One filter that applies, and how to do without it. */
export interface FilterChip {
  key: string;
  /** "Company: Acme Payroll". */
  words: string;
  /** What is left once it is removed. */
  without: FilterState;
}

/** Every filter that applies, in the order of the panel; each choice of a list by itself. */
export function filterChips(state: FilterState): FilterChip[] {
  const clean = cleaned(state);
  const text = (name: TextFilter): FilterChip[] =>
    clean[name] === '' ? [] : [chip(name, clean[name], { ...clean, [name]: '' })];
  const list = (name: ListFilter): FilterChip[] =>
    clean[name].map((choice) =>
      chip(name, choice, { ...clean, [name]: clean[name].filter((other) => other !== choice) }),
    );
  return [
    ...TEXTS.flatMap(text),
    ...LISTS.flatMap(list),
    ...LATER_LISTS.flatMap(list),
    ...LATER_TEXTS.flatMap(text),
    ...amountChip(clean),
    ...daysChip(clean),
  ];
}

function amountChip(clean: FilterState): FilterChip[] {
  const { amountIs, amount, amountTo } = clean;
  if (amount === '') return [];
  const { amountIs: plain } = NO_FILTERS;
  const without = { ...clean, amountIs: plain, amount: '', amountTo: '' };
  const limits =
    amountTo === '' ? formatMoney(amount) : `${formatMoney(amount)} and ${formatMoney(amountTo)}`;
  return [chip('amount', `${OPERATOR_LABELS[amountIs].toLowerCase()} ${limits}`, without)];
}

function daysChip(clean: FilterState): FilterChip[] {
  const { from, to } = clean;
  if (from === '') return [];
  const days = from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`;
  return [chip('dateRange', days, { ...clean, from: '', to: '' })];
}

function chip(name: keyof typeof FILTER_LABELS, value: string, without: FilterState): FilterChip {
  return { key: `${name} ${value}`, words: `${FILTER_LABELS[name]}: ${value}`, without };
}
