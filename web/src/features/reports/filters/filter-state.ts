import {
  AMOUNT_OPERATORS,
  type AmountOperator,
  MAX_FILTER_CHOICES,
  MAX_FILTER_TEXT,
} from '@clearwatch/contracts/transaction-reports';
import type { TransactionFilters } from '@clearwatch/contracts/transaction-reports.dto';
import type { TransactionType } from '@clearwatch/contracts/transactions.dto';
import { formatCents, parseAmount } from '@clearwatch/domain/money/cents';
import { dayIn, textIn, wordIn } from '../../../addresses/read-param.ts';

const TYPES: Record<TransactionType, true> = { Credit: true, Debit: true };

export const TEXTS = ['firstName', 'lastName', 'addenda', 'checkTracerNumber', 'batch'] as const;
export const LISTS = ['company', 'transactionType', 'class', 'transactionCode', 'entryDescription'] as const;
export type TextFilter = (typeof TEXTS)[number];
export type ListFilter = (typeof LISTS)[number];

/** What a report is asked for, as the panel holds it; empty: not filtered by it. */
export interface FilterState extends Record<TextFilter, string>, Record<ListFilter, readonly string[]> {
  amountIs: AmountOperator;
  /** As typed; once applied decimal text, "1234.56". */
  amount: string;
  /** Only for `between`. */
  amountTo: string;
  /** ISO days, both or neither. */
  from: string;
  to: string;
}

export const NO_FILTERS: FilterState = {
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

/** Decimal text of what somebody typed ("$1,234.5" is "1234.50"); null when it is no amount. */
export function decimalOf(typed: string): string | null {
  const parsed = parseAmount(typed);
  return 'cents' in parsed ? formatCents(parsed.cents) : null;
}

/**
 * What counts of a filter set (spec section 5): an amount only when it is numeric, for `between` only with both ends, days
 * only when both are set; texts without the blanks around them, each once.
 */
export function cleaned(state: FilterState): FilterState {
  const clean: FilterState = { ...NO_FILTERS };
  for (const name of TEXTS) clean[name] = state[name].trim().slice(0, MAX_FILTER_TEXT);
  for (const name of LISTS) clean[name] = listed(state[name]);
  clean.transactionType = clean.transactionType.filter((type) => Object.hasOwn(TYPES, type));
  const amount = decimalOf(state.amount);
  const amountTo = state.amountIs === 'between' ? decimalOf(state.amountTo) : '';
  if (amount !== null && amountTo !== null) {
    Object.assign(clean, { amountIs: state.amountIs, amount, amountTo });
  }
  if (state.from !== '' && state.to !== '' && state.from <= state.to) {
    Object.assign(clean, { from: state.from, to: state.to });
  }
  return clean;
}

function listed(texts: readonly string[]): string[] {
  const wanted = texts.map((text) => text.trim().slice(0, MAX_FILTER_TEXT)).filter((text) => text !== '');
  return [...new Set(wanted)].slice(0, MAX_FILTER_CHOICES);
}

/** An address may be typed or old: whatever makes no sense in it is left out rather than shown as an error. */
export function readFilters(params: URLSearchParams): FilterState {
  const state: FilterState = { ...NO_FILTERS };
  for (const name of TEXTS) state[name] = textIn(params, name);
  for (const name of LISTS) state[name] = params.getAll(name);
  state.amountIs = wordIn(params, 'amountIs', AMOUNT_OPERATORS) || 'eq';
  state.amount = textIn(params, 'amount');
  state.amountTo = textIn(params, 'amountTo');
  state.from = dayIn(params, 'from');
  state.to = dayIn(params, 'to');
  return cleaned(state);
}

/** For the address: what is not filtered by is not said. */
export function writeFilters(state: FilterState): URLSearchParams {
  const clean = cleaned(state);
  const params = new URLSearchParams();
  for (const name of TEXTS) if (clean[name] !== '') params.set(name, clean[name]);
  for (const name of LISTS) for (const text of clean[name]) params.append(name, text);
  if (clean.amount !== '') {
    params.set('amountIs', clean.amountIs);
    params.set('amount', clean.amount);
    if (clean.amountTo !== '') params.set('amountTo', clean.amountTo);
  }
  if (clean.from !== '') {
    params.set('from', clean.from);
    params.set('to', clean.to);
  }
  return params;
}

/** The same in one text: two filter sets that ask the same are equal in it. */
export function identityOf(state: FilterState): string {
  return writeFilters(state).toString();
}

export function isUnfiltered(state: FilterState): boolean {
  return identityOf(state) === '';
}

/** For the server (spec "Filter set"). */
export function toWire(state: FilterState): TransactionFilters {
  const clean = cleaned(state);
  const wire: TransactionFilters = {};
  for (const name of TEXTS) if (clean[name] !== '') wire[name] = clean[name];
  for (const name of LISTS) if (clean[name].length > 0) Object.assign(wire, { [name]: clean[name] });
  if (clean.amount !== '') {
    wire.amount = { operator: clean.amountIs, value: clean.amount };
    if (clean.amountTo !== '') wire.amount.value2 = clean.amountTo;
  }
  if (clean.from !== '') wire.dateRange = { start: clean.from, end: clean.to };
  return wire;
}

/** What was saved on the server, for the panel. */
export function fromWire(wire: TransactionFilters): FilterState {
  const state: FilterState = { ...NO_FILTERS };
  for (const name of TEXTS) state[name] = wire[name] ?? '';
  for (const name of LISTS) state[name] = wire[name] ?? [];
  state.amountIs = wire.amount?.operator ?? 'eq';
  state.amount = wire.amount?.value ?? '';
  state.amountTo = wire.amount?.value2 ?? '';
  state.from = wire.dateRange?.start ?? '';
  state.to = wire.dateRange?.end ?? '';
  return cleaned(state);
}
