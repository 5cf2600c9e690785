import { FilterOutlined } from '@ant-design/icons';
import type { SavedFilter } from '@clearwatch/contracts/transaction-reports.dto';
import { listSavedFilters } from '../../../api/report-filters.ts';
import { fromWire, writeFilters } from '../../../features/reports/filters/filter-state.ts';
import type { Entry } from '../entry.ts';
import { ranked } from '../match.ts';
import { SHOWN, type Source } from './source.ts';

/** All of them come at once and are few; asked for again when the palette is opened after this. */
const FRESH_MS = 30_000;

/** By name. */
export const savedFilters: Source = {
  id: 'saved-filters',
  title: 'Saved filters',
  failed: 'Saved filters could not be searched.',
  takes: () => true,
  find: async ({ text, client }) => {
    const saved = await client.fetchQuery({ ...listSavedFilters(), staleTime: FRESH_MS });
    const found = ranked(
      saved.map((filter) => ({ filter, label: filter.name, words: filter.owner })),
      text,
    );
    return {
      entries: found.slice(0, SHOWN).map(({ filter }) => toEntry(filter)),
      total: found.length,
      list: null,
    };
  },
};

function toEntry({ id, name, owner, visibility, filters }: SavedFilter): Entry {
  return {
    id: `filter-${id}`,
    label: name,
    detail: `Transaction report · ${visibility === 'shared' ? `shared by ${owner}` : `kept by ${owner}`}`,
    icon: FilterOutlined,
    does: { jump: { to: `/reports?${writeFilters(fromWire(filters)).toString()}` } },
  };
}
