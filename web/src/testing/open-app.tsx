import { render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { createQueryClient } from '../api/query-client.ts';
import { App } from '../app/app.tsx';

/** Opens the whole application at a URL and returns the simulated user. */
export function openApp(path = '/'): UserEvent {
  window.history.replaceState(null, '', path);
  const user = userEvent.setup();
  render(<App queryClient={createQueryClient()} />);
  return user;
}
