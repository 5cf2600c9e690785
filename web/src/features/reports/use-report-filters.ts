import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { searchTransactions } from '../../api/transactions-api.ts';
import {
  effectiveFilters,
  isReportUnfiltered,
  LIST_FILTERS,
  NO_REPORT_FILTERS,
  parseAmountText,
  type ReportFilterState,
  readReportFilters,
  reportFilterKey,
  TEXT_FILTERS,
  toTransactionFilters,
  writeReportFilters,
} from './report-filter-state.ts';

const FIELD_GROUPS: readonly (readonly (keyof ReportFilterState)[])[] = [
  ...[...TEXT_FILTERS, ...LIST_FILTERS].map((name) => [name]),
  ['amountIs', 'amount', 'amountTo'],
  ['from', 'to'],
];

/** Invalid values remain so that the user can correct them. */
export function appliedDraft(draft: ReportFilterState): ReportFilterState {
  const { amountIs, amount, amountTo, from, to } = draft;
  const clean = effectiveFilters(draft);
  return Object.assign(clean, clean.amount === '' && { amountIs, amount, amountTo }, clean.from === '' && { from, to });
}

/** After a removed chip or a step back: text typed but not applied stays; the other fields follow the URL. */
export function mergeDraft(
  draft: ReportFilterState,
  before: ReportFilterState,
  after: ReportFilterState,
): ReportFilterState {
  const part = (of: ReportFilterState, names: readonly (keyof ReportFilterState)[]): string =>
    JSON.stringify(names.map((name) => of[name]));
  const followed = FIELD_GROUPS.filter((names) => part(draft, names) === part(before, names)).flat();
  return Object.assign({}, draft, Object.fromEntries(followed.map((name) => [name, after[name]])));
}

export function amountProblem({ amountIs, amount, amountTo }: ReportFilterState): string | null {
  const given = amountIs === 'between' ? [amount, amountTo] : [amount];
  if (given.every((text) => text.trim() === '')) return null;
  if (given.some((text) => text.trim() !== '' && parseAmountText(text) === null))
    return 'Enter an amount like 1234.56. Until then, this filter is ignored.';
  if (given.some((text) => text.trim() === '')) return 'Enter both amounts. Until then, this filter is ignored.';
  return null;
}

export const daysProblem = ({ from, to }: ReportFilterState): string | null =>
  (from === '') === (to === '') ? null : 'Enter both dates. Until then, this filter is ignored.';

export function useReportFilters() {
  const [params, setParams] = useSearchParams();
  const address = reportFilterKey(readReportFilters(params));
  const applied = readReportFilters(new URLSearchParams(address));
  const [known, setKnown] = useState(address);
  const [draft, setDraft] = useState(applied);

  if (address !== known) {
    setKnown(address);
    setDraft(mergeDraft(draft, readReportFilters(new URLSearchParams(known)), applied));
  }

  const go = (filters: ReportFilterState): void => {
    if (reportFilterKey(filters) !== address) setParams(writeReportFilters(filters));
  };
  return {
    applied,
    draft,
    isAhead: reportFilterKey(draft) !== address,
    isClear: address === '' && JSON.stringify(draft) === JSON.stringify(NO_REPORT_FILTERS),
    type: (part: Partial<ReportFilterState>) => setDraft(Object.assign({}, draft, part)),
    apply: () => {
      setDraft(appliedDraft(draft));
      go(draft);
    },
    replace: (filters: ReportFilterState) => {
      setDraft(filters);
      go(filters);
    },
    /** Keeps what was typed in other fields. */
    reduceTo: go,
  };
}

export function useReport(filters: ReportFilterState) {
  return useQuery({
    ...searchTransactions(toTransactionFilters(filters)),
    enabled: !isReportUnfiltered(filters),
  });
}
