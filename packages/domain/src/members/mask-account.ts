/** An account number fit for lists: `***` and the last four characters, `***0000` when there is none. */
export function maskAccount(accountNumber: string | null | undefined): string {
  const number = accountNumber?.trim() ?? '';
  return `***${number === '' ? '0000' : number.slice(-4)}`;
}
