import { jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { GateBoundary } from './gate-boundary.tsx';

function Broken(): never {
  throw new TypeError('Failed to fetch dynamically imported module');
}

describe('the last net', () => {
  it('shows a page that can be loaded again instead of nothing', () => {
    // React reports every error that reaches a boundary.
    const report = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    render(
      <GateBoundary>
        <Broken />
      </GateBoundary>,
    );
    expect(screen.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible();
    expect(screen.getByText(/You have not been signed out and nothing was lost/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
    report.mockRestore();
  });
});
