import { StarOutlined } from '@ant-design/icons';
import type { SavedView, ViewScreen } from '@clearwatch/contracts/saved-views.dto';
import { getCurrentUser } from '../../../api/get-current-user.ts';
import { listViews } from '../../../api/saved-views.ts';
import { viewAddress } from '../../../views/asked-view.ts';
import { queryWords } from '../../../views/query-words.ts';
import type { Entry } from '../entry.ts';
import { ranked } from '../match.ts';
import { SHOWN, type Source } from './source.ts';

/** They come all at once and are few; asked for again when the palette is opened after this. */
const FRESH_MS = 30_000;

const LISTS: Record<ViewScreen, { label: string; path: string; forAdmins?: true }> = {
  members: { label: 'Customer Analysis', path: '/analysis' },
  companies: { label: 'Company Analysis', path: '/companies' },
  fraud: { label: 'Fraud Detection', path: '/fraud' },
  audit: { label: 'Audit Log', path: '/audit-log', forAdmins: true },
};
const SCREENS = Object.keys(LISTS) as ViewScreen[];

/** By name, of every list that the user has. */
export const savedViews: Source = {
  id: 'saved-views',
  title: 'Saved views',
  failed: 'Saved views could not be searched.',
  takes: () => true,
  find: async ({ text, client }) => {
    const user = await client.fetchQuery(getCurrentUser());
    const screens = SCREENS.filter((screen) => LISTS[screen].forAdmins !== true || user?.role === 'Admin');
    const saved = await Promise.all(
      screens.map((screen) => client.fetchQuery({ ...listViews(screen), staleTime: FRESH_MS })),
    );
    const found = ranked(
      saved.flat().map((view) => ({ view, label: view.name, words: view.owner })),
      text,
    );
    return {
      entries: found.slice(0, SHOWN).map(({ view }) => toEntry(view)),
      total: found.length,
      list: null,
    };
  },
};

function toEntry(view: SavedView): Entry {
  const { id, name, owner, visibility, query, screen } = view;
  const { label, path } = LISTS[screen];
  return {
    id: `view-${id}`,
    label: name,
    detail: [
      label,
      queryWords(query),
      visibility === 'shared' ? `shared by ${owner}` : `kept by ${owner}`,
    ].join(' · '),
    icon: StarOutlined,
    does: { jump: { to: viewAddress(path, view) } },
  };
}
