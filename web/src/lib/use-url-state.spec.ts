import { act, renderHook, waitFor } from '@testing-library/react';
import { BrowserRouter } from 'react-router-dom';
import { useRecordVisits } from './browser-history.ts';
import { useOpenIdInUrl, useUrlState } from './use-url-state.ts';

interface State {
  search: string;
  page: number;
}
const ADDRESS = {
  read: (params: URLSearchParams): State => ({
    search: params.get('search') ?? '',
    page: Number(params.get('page') ?? 1),
  }),
  write: ({ search, page }: State) =>
    new URLSearchParams({ ...(search !== '' && { search }), ...(page > 1 && { page: String(page) }) }),
};

const here = () => `${window.location.pathname}${window.location.search}`;

/** A list opened from another page. */
function aList(address = '/list') {
  window.history.replaceState(null, '', '/before');
  window.history.pushState({ idx: 1 }, '', address);
  const { result } = renderHook(
    () => {
      useRecordVisits();
      return { list: useUrlState(ADDRESS), alert: useOpenIdInUrl('alert') };
    },
    { wrapper: BrowserRouter },
  );
  return {
    /** Runs an action and waits for the address. */
    go: async (action: (now: typeof result.current) => void, to: string): Promise<void> => {
      act(() => action(result.current));
      await waitFor(() => expect(here()).toBe(to));
    },
  };
}

/** Presses Back or Forward once. @returns the new address */
async function pressed(way: 'back' | 'forward'): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  window.addEventListener('popstate', resolve, { once: true });
  await act(async () => {
    window.history[way]();
    await promise;
  });
  return here();
}

describe('browser history', () => {
  it('the Back button leaves the list instead of reopening a closed alert', async () => {
    const { go } = aList();
    await go(({ alert }) => alert.open(7), '/list?alert=7');
    await go(({ alert }) => alert.close(), '/list');
    expect(await pressed('back')).toBe('/before');
  });

  it('the Back button skips alerts visited while the drawer was open', async () => {
    const { go } = aList('/list?page=2');
    await go(({ alert }) => alert.open(7), '/list?page=2&alert=7');
    await go(({ alert }) => alert.turnTo(8), '/list?page=2&alert=8');
    await go(({ alert }) => alert.open(9), '/list?page=2&alert=9');
    await go(({ alert }) => alert.close(), '/list?page=2');
    expect(await pressed('back')).toBe('/before');
  });

  it('the Back button closes an overlay, and Forward reopens it', async () => {
    const { go } = aList();
    await go(({ alert }) => alert.open(7), '/list?alert=7');
    expect(await pressed('back')).toBe('/list');
    expect(await pressed('forward')).toBe('/list?alert=7');
  });

  it('closing an overlay that was opened from a link replaces the address', async () => {
    const { go } = aList('/list?alert=7');
    await go(({ alert }) => alert.close(), '/list');
    expect(await pressed('back')).toBe('/before');
  });

  it('the Back button returns from a search to the full list in one step', async () => {
    const { go } = aList();
    await go(({ list }) => list.amend({ search: 'd' }), '/list?search=d');
    await go(({ list }) => list.amend({ search: 'da' }), '/list?search=da');
    await go(({ list }) => list.amend({ search: 'dana' }), '/list?search=dana');
    expect(await pressed('back')).toBe('/list');
    expect(await pressed('back')).toBe('/before');
  });

  it('browser history has no step for a search that was cleared', async () => {
    const { go } = aList();
    await go(({ list }) => list.amend({ search: 'dana' }), '/list?search=dana');
    await go(({ list }) => list.amend({ search: '' }), '/list');
    expect(await pressed('back')).toBe('/before');
  });

  it('browser history adds a step per page or filter change and none without a change', async () => {
    const { go } = aList();
    await go(({ list }) => list.change({ page: 2 }), '/list?page=2');
    await go(({ list }) => list.change({ page: 2 }), '/list?page=2');
    expect(await pressed('back')).toBe('/list');
  });
});
