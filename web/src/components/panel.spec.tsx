import { jest } from '@jest/globals';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { QueryStates } from './panel.tsx';

function Waiting() {
  const query = useQuery({ queryKey: ['never'], queryFn: () => new Promise<string>(() => undefined) });
  return (
    <QueryStates query={query} skeleton={<hr />} failed="Could not be loaded.">
      {(words) => words}
    </QueryStates>
  );
}

describe('slow loading', () => {
  afterEach(() => jest.useRealTimers());

  it('a section that is loading shows a notice after five seconds', () => {
    jest.useFakeTimers();
    render(
      <QueryClientProvider client={new QueryClient()}>
        <Waiting />
      </QueryClientProvider>,
    );
    expect(screen.getByText('Loading...')).toBeInTheDocument();
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
    act(() => {
      jest.advanceTimersByTime(5_000);
    });
    expect(screen.getByRole('status')).toHaveTextContent('Still loading. This is taking longer than usual.');
  });
});
