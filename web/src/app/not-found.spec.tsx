import { screen, waitFor } from '@testing-library/react';
import { aSignedInServer } from '../testing/fake-server-setups.ts';
import { openApp } from '../testing/open-app.tsx';

/** A link may outlive its target. A missing item is not a failure, so the page offers no retry. */
describe('missing items', () => {
  const MISSING = [
    ['/import/documents/7', 'GET /api/parse-jobs/7', 'This document does not exist.'],
    ['/import?import=99', 'GET /api/imports/99', 'There is no import #99.'],
    ['/import?mapping=4', 'GET /api/imports/4/mapping', /^This import needs no column choices/],
    ['/?alert=7', 'GET /api/unusual-activities/7', /^There is no alert with this number/],
  ] as const;

  it.each(MISSING)('the address of a missing item shows a not-found message: %s', async (address, read, words) => {
    aSignedInServer().on(read, { status: 404, body: 'Not there.' });
    openApp(address);
    const message = await screen.findByText(words);
    // Dialogs appear with a delay.
    await waitFor(() => expect(message).toBeVisible());
    expect(message.parentElement).not.toHaveTextContent(/Try again|Your data is unchanged/);
  });
});
