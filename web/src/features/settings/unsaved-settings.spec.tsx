import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { openApp } from '../../testing/open-app.tsx';
import { aSettingsServer } from './testing/settings-fixtures.ts';

const TITLE = 'Leave without saving?';
const question = () => screen.findByRole('dialog', { name: TITLE });

async function openChanged(): Promise<UserEvent> {
  aSettingsServer().on('POST /api/auth/logout', { status: 204 });
  const user = openApp('/');
  await user.click(await screen.findByRole('link', { name: 'Settings' }));
  await user.type(await screen.findByRole('textbox', { name: 'Large transaction amount' }), '0');
  return user;
}

async function answer(user: UserEvent, name: string): Promise<void> {
  await user.click(within(await question()).getByRole('button', { name }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: TITLE })).not.toBeInTheDocument());
}

describe('unsaved settings', () => {
  it('unsaved settings cause a prompt before a link leaves the screen', async () => {
    const user = await openChanged();
    await user.click(screen.getByRole('link', { name: 'Data Import' }));
    await answer(user, 'Stay');
    expect(window.location.pathname).toBe('/settings');
    expect(screen.getByRole('textbox', { name: 'Large transaction amount' })).toHaveValue('100000');
    await user.click(screen.getByRole('link', { name: 'Data Import' }));
    await answer(user, 'Leave and discard changes');
    expect(await screen.findByRole('heading', { level: 1, name: 'Data Import' })).toBeVisible();
  });

  it('unsaved settings cause a prompt before the browser goes back', async () => {
    const user = await openChanged();
    act(() => window.history.back());
    await answer(user, 'Stay');
    expect(window.location.pathname).toBe('/settings');
    act(() => window.history.back());
    await answer(user, 'Leave and discard changes');
    expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard Overview' })).toBeVisible();
    expect(window.location.pathname).toBe('/');
  });

  it('unsaved settings are kept without a prompt while the user navigates within the screen', async () => {
    const user = await openChanged();
    await user.click(screen.getByRole('tab', { name: 'Versions' }));
    expect(await screen.findByRole('table', { name: 'Versions of the detection policy' })).toBeVisible();
    expect(screen.queryByRole('dialog', { name: TITLE })).not.toBeInTheDocument();
    act(() => window.history.back());
    await waitFor(() => expect(window.location.search).toBe(''));
    expect(screen.queryByRole('dialog', { name: TITLE })).not.toBeInTheDocument();
    expect(screen.getByText('1 unsaved change')).toBeVisible();
    act(() => window.history.back());
    await answer(user, 'Leave and discard changes');
    expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard Overview' })).toBeVisible();
  });

  it('unsaved settings make the browser prompt when the tab closes', async () => {
    const user = await openChanged();
    const closing = () => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(closing()).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Reset to saved' }));
    expect(closing()).toBe(false);
    await user.click(screen.getByRole('link', { name: 'Data Import' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Data Import' })).toBeVisible();
  });

  it('unsaved settings cause a prompt before sign-out and are kept when the user stays', async () => {
    const user = await openChanged();
    const signOut = async (): Promise<void> => {
      await user.click(screen.getByRole('button', { name: /My Account/ }));
      await user.click(await screen.findByRole('menuitem', { name: /Sign Out/ }));
    };
    await signOut();
    const dialog = await screen.findByRole('dialog', { name: 'Sign out without saving?' });
    expect(dialog).toHaveTextContent('Not saved: changes to the detection policy.');
    await user.click(within(dialog).getByRole('button', { name: 'Stay' }));
    expect(screen.getByText('1 unsaved change')).toBeVisible();
    await signOut();
    await user.click(await screen.findByRole('button', { name: 'Sign out and discard changes' }));
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeVisible();
    await waitFor(() => expect(window.location.pathname).toBe('/'));
    expect(sessionStorage).toHaveLength(0);
  });

  it('unsaved settings are restored after a page reload', async () => {
    await openChanged();
    cleanup();
    openApp('/settings');
    expect(await screen.findByText('1 unsaved change')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Large transaction amount' })).toHaveValue('100000');
  });
});
