import { screen, waitFor } from '@testing-library/react';

/** An item of the open menu of a user, once the menu has the focus: it takes it some frames after it opens, from a dialog too. */
export async function findUserMenuItem(name: string | RegExp): Promise<HTMLElement> {
  const item = await screen.findByRole('menuitem', { name });
  await waitFor(() => expect(screen.getByRole('menu')).toContainElement(activeElement()));
  return item;
}

const activeElement = () => document.activeElement as HTMLElement;
