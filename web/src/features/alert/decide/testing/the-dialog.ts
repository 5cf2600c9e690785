import { screen } from '@testing-library/react';

/** The dialog with this title. Found by its words: in tests antd gives the titles of all dialogs and drawers one id. */
export async function theDialog(title: string): Promise<HTMLElement> {
  const dialog = (await screen.findByText(title)).closest<HTMLElement>('[role="dialog"]');
  if (dialog === null) throw new Error(`${title} is no title of a dialog`);
  return dialog;
}
