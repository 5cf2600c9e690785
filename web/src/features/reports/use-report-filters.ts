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

/** What changes together. */
const FIELD_GROUPS: readonly (readonly (keyof ReportFilterState)[])[] = [
  ...[...TEXT_FILTERS, ...LIST_FILTERS].map((name) => [name]),
  ['amountIs', 'amount', 'amountTo'],
  ['from', 'to'],
];

/** What the panel holds once its filters were applied: as they count. What does not count stays to be corrected. */
export function appliedDraft(draft: ReportFilterState): ReportFilterState {
  const { amountIs, amount, amountTo, from, to } = draft;
  const clean = effectiveFilters(draft);
  return Object.assign(
    clean,
    clean.amount === '' && { amountIs, amount, amountTo },
    clean.from === '' && { from, to },
  );
}

/**
 * What the panel holds once other filters apply (a chip was removed, the browser went back): what was typed and not applied
 * yet stays, the rest follows.
 */
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

/** Why the amount is left out of the search; null when it counts or none is given. */
export function amountProblem({ amountIs, amount, amountTo }: ReportFilterState): string | null {
  const given = amountIs === 'between' ? [amount, amountTo] : [amount];
  if (given.every((text) => text.trim() === '')) return null;
  if (given.some((text) => text.trim() !== '' && parseAmountText(text) === null)) {
    return 'Not an amount. Write it like 1234.56; until then it is left out.';
  }
  if (given.some((text) => text.trim() === '')) return 'Both amounts are needed; until then it is left out.';
  return null;
}

/** Why the days are left out of the search; null when they count or none is given. */
export function daysProblem({ from, to }: ReportFilterState): string | null {
  return (from === '') === (to === '') ? null : 'Both days are needed; until then they are left out.';
}

interface ReportFilters {
  /** What the report shown was asked for; it stands in the address. */
  applied: ReportFilterState;
  /** What the panel holds: what is typed counts only once it is applied. */
  draft: ReportFilterState;
  /** The panel holds something else than what applies. */
  isAhead: boolean;
  /** Nothing applies and nothing is typed. */
  isClear: boolean;
  type: (part: Partial<ReportFilterState>) => void;
  apply: () => void;
  /** Other filters altogether, at once: a saved set, or none. */
  replace: (filters: ReportFilterState) => void;
  /** One filter less, at once. What was typed elsewhere in the panel stays. */
  reduceTo: (filters: ReportFilterState) => void;
}

/** The filter set lives in the address: it can be reloaded, sent to a colleague and gone back to. */
export function useReportFilters(): ReportFilters {
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
    type: (part) => setDraft(Object.assign({}, draft, part)),
    apply: () => {
      setDraft(appliedDraft(draft));
      go(draft);
    },
    replace: (filters) => {
      setDraft(filters);
      go(filters);
    },
    reduceTo: go,
  };
}

/** The report of a filter set; an empty set asks nothing. */
export function useReport(filters: ReportFilterState) {
  return useQuery({
    ...searchTransactions(toTransactionFilters(filters)),
    enabled: !isReportUnfiltered(filters),
  });
}
