import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type AuditFilters, filterAddress, readFilters } from './audit-filters.ts';

interface AuditFilterState {
  filters: AuditFilters;
  /** Any change leads back to the first page, unless it is the page that changes. */
  change: (part: Partial<AuditFilters>) => void;
  /** The same without a step in the browser's history: for text as it is typed. */
  amend: (part: Partial<AuditFilters>) => void;
}

/** The filters live in the address: a view can be bookmarked, sent to a colleague and gone back to. */
export function useAuditFilters(): AuditFilterState {
  const [params, setParams] = useSearchParams();
  const filters = useMemo(() => readFilters(params), [params]);
  const go = (part: Partial<AuditFilters>, replace: { replace?: true }): void =>
    setParams(filterAddress(Object.assign({}, filters, { page: 1 }, part)), replace);
  return {
    filters,
    change: (part) => go(part, {}),
    amend: (part) => go(part, { replace: true }),
  };
}
