import { useQuery } from '@tanstack/react-query';
import { searchTransactions } from '../../../api/transaction-reports.ts';
import { type FilterState, isUnfiltered, toWire } from '../filters/filter-state.ts';

/** The report of a filter set; an empty set asks nothing. */
export function useReport(filters: FilterState) {
  return useQuery({ ...searchTransactions(toWire(filters)), enabled: !isUnfiltered(filters) });
}
