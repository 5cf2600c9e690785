import { screen, waitFor } from '@testing-library/react';

/** An item in a user's open menu. Waits until the menu has the focus, which happens a few frames after it opens. */
export async function findUserMenuItem(name: string | RegExp): Promise<HTMLElement> {
  const item = await screen.findByRole('menuitem', { name });
  await waitFor(() => expect(screen.getByRole('menu')).toContainElement(activeElement()));
  return item;
}

const activeElement = () => document.activeElement as HTMLElement;
