import { jest } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { DebouncedField } from './list-filters.tsx';

const LONGER_THAN_THE_PAUSE_MS = 600;

describe('text filter', () => {
  it('a debounced field reports the typed text once, even when the screen is slow', async () => {
    const user = userEvent.setup();
    const changed = jest.fn();
    render(<DebouncedField label="Search" value="" onChange={changed} />);
    await user.type(screen.getByLabelText('Search'), 'net');
    await user.tab();
    expect(changed).toHaveBeenCalledTimes(1);
    await new Promise((resolve) => setTimeout(resolve, LONGER_THAN_THE_PAUSE_MS));
    expect(changed.mock.calls).toEqual([['net']]);
  });

  it('a debounced field reports the same text again after another text', async () => {
    const user = userEvent.setup();
    const changed = jest.fn();
    render(<DebouncedField label="Search" value="" onChange={changed} />);
    const field = screen.getByLabelText('Search');
    await user.type(field, 'net{Enter}');
    await user.type(field, 's{Enter}{Backspace}');
    await waitFor(() => expect(changed.mock.calls).toEqual([['net'], ['nets'], ['net']]));
  });
});
