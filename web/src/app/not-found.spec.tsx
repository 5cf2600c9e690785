import { screen, waitFor } from '@testing-library/react';
import { aSignedInServer } from '../testing/fake-server-setups.ts';
import { openApp } from '../testing/open-app.tsx';

/** A link outlives what it leads to: what is gone is no failure, and no second try brings it back. */
describe('an address of what is not there', () => {
  const MISSING = [
    ['/import/documents/7', 'GET /api/parse-jobs/7', 'There is no such document.'],
    ['/import?import=99', 'GET /api/imports/99', 'There is no import #99.'],
    ['/import?mapping=4', 'GET /api/imports/4/mapping', /^This import needs no column choices/],
    ['/?alert=7', 'GET /api/unusual-activities/7', /^There is no alert with this number/],
  ] as const;

  it.each(MISSING)('%s says so', async (address, read, words) => {
    aSignedInServer().on(read, { status: 404, body: 'Not there.' });
    openApp(address);
    const message = await screen.findByText(words);
    // A dialog comes into sight by and by.
    await waitFor(() => expect(message).toBeVisible());
    expect(message.parentElement).not.toHaveTextContent(/Try again|Your data is unchanged/);
  });
});
