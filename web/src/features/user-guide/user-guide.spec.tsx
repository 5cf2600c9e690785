import { screen, waitFor } from '@testing-library/react';
import { aSignedInServer } from '../../testing/fake-server-setups.ts';
import { openApp } from '../../testing/open-app.tsx';

// By text and id: role queries over the whole guide take seconds in jsdom.
const searchField = () => screen.findByLabelText('Search the guide');
const headingOf = (topic: string) => document.getElementById(`guide-${topic}`);
const inContents = (title: string) =>
  [...document.querySelectorAll<HTMLElement>('.guide-contents button')].find(({ textContent }) =>
    textContent.startsWith(title),
  ) ?? document.body;

describe('User Guide', () => {
  it('the User Guide opens at the section about the screen, with its own address, and returns the focus when it closes', async () => {
    aSignedInServer();
    const user = openApp('/settings');
    const button = (await screen.findByText('User Guide')).closest('button');
    await user.click(button ?? document.body);
    expect(await searchField()).toHaveFocus();
    expect(window.location.search).toBe('?guide=settings');
    expect(inContents('Settings')).toHaveAttribute('aria-current', 'true');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(headingOf('settings')).toBeNull());
    expect(window.location.search).toBe('');
    await waitFor(() => expect(button).toHaveFocus());
  });

  it('the User Guide returns the focus each time it closes, also when its code is already loaded', async () => {
    aSignedInServer();
    const user = openApp('/settings');
    const button = (await screen.findByText('User Guide')).closest('button');
    for (const _time of ['first', 'second']) {
      await user.click(button ?? document.body);
      expect(await searchField()).toHaveFocus();
      await user.keyboard('{Escape}');
      await waitFor(() => expect(headingOf('settings')).toBeNull());
      await waitFor(() => expect(button).toHaveFocus());
    }
  });

  it('the User Guide highlights and counts search matches and moves the focus to the section that a link opens', async () => {
    aSignedInServer();
    const user = openApp('/nowhere?guide=nonsense');
    await user.click(await searchField());
    await user.paste('take next');
    const marks = [...document.querySelectorAll('.guide-pages mark')];
    expect(new Set(marks.map(({ textContent }) => textContent.toLowerCase()))).toEqual(new Set(['take', 'next']));
    const sections = document.querySelectorAll('.guide-pages h2').length;
    expect(screen.getByText(`${marks.length} hits in ${sections} sections`)).toBeInTheDocument();
    expect(headingOf('codes')).toBeNull();
    await user.click(inContents('First day'));
    await waitFor(() => expect(headingOf('first-day')).toHaveFocus());
    expect(window.location.search).toBe('?guide=first-day');
    const link = headingOf('first-day')?.parentElement?.querySelector('a');
    expect(link).toHaveTextContent('Data Import');
    await user.click(link ?? document.body);
    await waitFor(() => expect(headingOf('import')).toHaveFocus());
    expect(await searchField()).toHaveValue('');
  });

  it('the User Guide reports when no section contains all search terms', async () => {
    aSignedInServer();
    const user = openApp('/nowhere?guide=words');
    await user.click(await searchField());
    await user.paste('prenote zebra');
    expect(screen.getByText('No results')).toBeInTheDocument();
    expect(screen.getByText('No section contains all of these words.')).toBeInTheDocument();
  });
});
