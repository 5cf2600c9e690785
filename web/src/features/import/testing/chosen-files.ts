import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

export const aJsonFile = (name = 'ledger.json', type = 'application/json') =>
  new File(['[]'], name, { type });
export const theZone = () => screen.findByTestId('drop-zone');

/** As a person picks files; they are not sent yet. */
export async function choose(person: UserEvent, file: File | File[]): Promise<void> {
  await theZone();
  await person.upload(screen.getByLabelText(/Drop files here/), file);
}
