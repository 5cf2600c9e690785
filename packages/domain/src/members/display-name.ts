/** What of a member or transaction names its holder; missing parts are empty or null. */
export interface NamedAccount {
  firstName: string | null;
  lastName: string | null;
  company: string | null;
  accountNumber: string;
}

/** The name a person reads: first and last, else last, else "{company} Account", else "Account {number}". */
export function displayName({ firstName, lastName, company, accountNumber }: NamedAccount): string {
  const last = lastName?.trim() ?? '';
  const first = firstName?.trim() ?? '';
  if (first !== '' && last !== '') return `${first} ${last}`;
  if (last !== '') return last;
  const originator = company?.trim() ?? '';
  return originator === '' ? `Account ${accountNumber}` : `${originator} Account`;
}
