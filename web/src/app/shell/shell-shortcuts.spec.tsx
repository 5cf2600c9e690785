import { screen, waitFor, within } from '@testing-library/react';
import { SHORTCUT_LEGENDS } from '../../lib/keyboard-shortcuts.ts';
import { aUser } from '../../testing/api-core-fixtures.ts';
import { aSignedInServer } from '../../testing/fake-server-setups.ts';
import { openApp } from '../../testing/open-app.tsx';
import { SCREENS } from '../screens.ts';

const path = () => window.location.pathname;

describe('global shortcuts', () => {
  it('pressing g and a letter opens a screen', async () => {
    aSignedInServer().on('GET /api/auth/user', { body: aUser({ role: 'User' }) });
    const user = openApp();
    await screen.findByRole('button', { name: /^Search or jump/ });
    await user.keyboard('gi');
    await waitFor(() => expect(path()).toBe('/import'));
    // Ignored: the letter alone, the letter for a forbidden screen, and a letter after another key.
    await user.keyboard('dgugxd');
    expect(path()).toBe('/import');
    await user.keyboard('ggd');
    await waitFor(() => expect(path()).toBe('/'));
  });

  it('keyboard shortcuts are ignored while the user types and when single keys are off', async () => {
    aSignedInServer();
    const user = openApp('/analysis');
    await user.click(await screen.findByRole('searchbox', { name: /Search/ }));
    await user.keyboard('gf?');
    expect(path()).toBe('/analysis');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await user.click(document.body);
    await user.keyboard('?');
    await user.click(await screen.findByRole('switch', { name: 'Keyboard shortcuts' }));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.keyboard('gf?');
    expect(path()).toBe('/analysis');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await user.keyboard('{Control>}K{/Control}');
    expect(await screen.findByRole('dialog', { name: 'Search' })).toBeVisible();
  });

  it('the question mark lists all keyboard shortcuts', async () => {
    aSignedInServer();
    const user = openApp();
    await screen.findByRole('button', { name: /^Search or jump/ });
    await user.keyboard('?');
    const overview = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
    for (const { title, actions } of SHORTCUT_LEGENDS) {
      const legend = within(overview.getByRole('region', { name: title }));
      expect(legend.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(
        actions.map(({ meaning }) => meaning),
      );
    }
    const goTo = within(overview.getByRole('region', { name: /^Go to/ }));
    expect(goTo.getByText('Fraud Detection').parentElement).toHaveTextContent('Fraud Detectiongf');
  });

  it('each shortcut letter belongs to one screen', () => {
    const keys = SCREENS.flatMap(({ jump }) => jump?.key ?? []);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).not.toContain('g');
  });
});

// cspell:ignore detectiongf dgugxd
