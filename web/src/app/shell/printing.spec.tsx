import { act, screen } from '@testing-library/react';
import { aUser } from '../../testing/api-core-fixtures.ts';
import { aSignedInServer } from '../../testing/fake-server-setups.ts';
import { openApp } from '../../testing/open-app.tsx';

const print = (part: 'beforeprint' | 'afterprint'): void =>
  act(() => {
    window.dispatchEvent(new Event(part));
  });

describe('printing', () => {
  it('a printed page names the user and uses the light theme, and the screen is restored afterwards', async () => {
    localStorage.setItem('clearwatch.theme', 'dark');
    aSignedInServer().on('GET /api/auth/user', { body: aUser({ username: 'analyst-7' }) });
    openApp('/nowhere');
    await screen.findByText('404 Page Not Found');
    expect(screen.queryByText(/Printed by/)).not.toBeInTheDocument();
    print('beforeprint');
    expect(screen.getByText(/Printed by analyst-7/)).toHaveTextContent(/\w{3} \d+, \d{4} \d\d:\d\d$/);
    expect(document.documentElement).toHaveAttribute('data-theme', 'light');
    print('afterprint');
    expect(screen.queryByText(/Printed by/)).not.toBeInTheDocument();
    expect(document.documentElement).toHaveAttribute('data-theme', 'dark');
  });
});
