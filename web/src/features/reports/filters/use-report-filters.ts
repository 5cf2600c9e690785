import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { appliedDraft, carriedOver } from './draft.ts';
import { type FilterState, identityOf, NO_FILTERS, readFilters, writeFilters } from './filter-state.ts';

interface ReportFilters {
  /** What the report shown was asked for; it stands in the address. */
  applied: FilterState;
  /** What the panel holds: what is typed counts only once it is applied. */
  draft: FilterState;
  /** The panel holds something else than what applies. */
  isAhead: boolean;
  /** Nothing applies and nothing is typed. */
  isClear: boolean;
  type: (part: Partial<FilterState>) => void;
  apply: () => void;
  /** Other filters altogether, at once: a saved set, or none. */
  replace: (filters: FilterState) => void;
  /** One filter less, at once. What was typed elsewhere in the panel stays. */
  reduceTo: (filters: FilterState) => void;
}

/** The filter set lives in the address: it can be reloaded, sent to a colleague and gone back to. */
export function useReportFilters(): ReportFilters {
  const [params, setParams] = useSearchParams();
  const address = identityOf(readFilters(params));
  const applied = readFilters(new URLSearchParams(address));
  const [known, setKnown] = useState(address);
  const [draft, setDraft] = useState(applied);

  if (address !== known) {
    setKnown(address);
    setDraft(carriedOver(draft, readFilters(new URLSearchParams(known)), applied));
  }

  const go = (filters: FilterState): void => {
    if (identityOf(filters) !== address) setParams(writeFilters(filters));
  };
  return {
    applied,
    draft,
    isAhead: identityOf(draft) !== address,
    isClear: address === '' && JSON.stringify(draft) === JSON.stringify(NO_FILTERS),
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
