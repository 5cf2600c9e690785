import { render, screen, waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { createQueryClient } from '../api/query-client.ts';
import { App } from '../app/app.tsx';

/** Opens the whole application at an address, as a browser would, and returns the person at the keyboard. */
export function openApp(path = '/'): UserEvent {
  window.history.replaceState(null, '', path);
  const user = userEvent.setup();
  render(<App queryClient={createQueryClient()} />);
  return user;
}

/** An item of an open menu, once the menu has the focus: it takes it some frames after it opens, from a dialog too. */
export async function findMenuItem(name: string | RegExp): Promise<HTMLElement> {
  const item = await screen.findByRole('menuitem', { name });
  await waitFor(() => expect(item.closest('[role=menu]')).toContainElement(activeElement()));
  return item;
}

const activeElement = () => document.activeElement as HTMLElement;
