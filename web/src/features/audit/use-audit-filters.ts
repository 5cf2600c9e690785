import { useAddressState } from '../../addresses/use-address-state.ts';
import { type AuditFilters, filterAddress, readFilters } from './audit-filters.ts';

const ADDRESS = { read: readFilters, write: filterAddress };

interface AuditFilterState {
  filters: AuditFilters;
  /** Any change leads back to the first page, unless it is the page that changes. */
  change: (part: Partial<AuditFilters>) => void;
  /** The same for text as it is typed. */
  amend: (part: Partial<AuditFilters>) => void;
}

/** The filters live in the address: a view can be bookmarked, sent to a colleague and gone back to. */
export function useAuditFilters(): AuditFilterState {
  const { state, change, amend } = useAddressState(ADDRESS);
  return { filters: state, change, amend };
}
