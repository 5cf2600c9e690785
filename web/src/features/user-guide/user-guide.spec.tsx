import { screen, waitFor } from '@testing-library/react';
import { aSignedInServer } from '../../testing/fake-server-setups.ts';
import { openApp } from '../../testing/open-app.tsx';

// By words and ids: looking through the whole guide by role takes seconds in jsdom.
const theSearch = () => screen.findByLabelText('Search the guide');
const headingOf = (topic: string) => document.getElementById(`guide-${topic}`);
const inContents = (title: string) =>
  [...document.querySelectorAll<HTMLElement>('.guide-contents button')].find(({ textContent }) =>
    textContent.startsWith(title),
  ) ?? document.body;

describe('the user guide', () => {
  it('opens at what it says about the screen, at an address of its own, and gives the keyboard back', async () => {
    aSignedInServer();
    const user = openApp('/settings');
    const button = (await screen.findByText('User Guide')).closest('button');
    await user.click(button ?? document.body);
    expect(await theSearch()).toHaveFocus();
    expect(window.location.search).toBe('?guide=settings');
    expect(inContents('Settings')).toHaveAttribute('aria-current', 'true');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(headingOf('settings')).toBeNull());
    expect(window.location.search).toBe('');
    await waitFor(() => expect(button).toHaveFocus());
  });

  it('finds words, marks and counts them, and leads from section to section with the keyboard', async () => {
    aSignedInServer();
    const user = openApp('/nowhere?guide=nonsense');
    await user.click(await theSearch());
    await user.paste('take next');
    const marks = [...document.querySelectorAll('.guide-pages mark')];
    expect(new Set(marks.map(({ textContent }) => textContent.toLowerCase()))).toEqual(
      new Set(['take', 'next']),
    );
    const sections = document.querySelectorAll('.guide-pages h2').length;
    expect(screen.getByText(`${marks.length} hits in ${sections} sections`)).toBeInTheDocument();
    expect(headingOf('figures')).toBeNull();
    await user.click(inContents('First day'));
    await waitFor(() => expect(headingOf('first-day')).toHaveFocus());
    expect(window.location.search).toBe('?guide=first-day');
    const link = headingOf('first-day')?.parentElement?.querySelector('a');
    expect(link).toHaveTextContent('Data Import');
    await user.click(link ?? document.body);
    await waitFor(() => expect(headingOf('import')).toHaveFocus());
    expect(await theSearch()).toHaveValue('');
  });

  it('says when nothing holds all the words', async () => {
    aSignedInServer();
    const user = openApp('/nowhere?guide=words');
    await user.click(await theSearch());
    await user.paste('prenote zebra');
    expect(screen.getByText('Nothing found')).toBeInTheDocument();
    expect(screen.getByText('Nothing in the guide holds all of these words.')).toBeInTheDocument();
  });
});
