/** What a notification of change corrects, each with its columns from 1 within the corrected data. */
export type CorrectedField =
  | 'account'
  | 'routingNumber'
  | 'name'
  | 'transactionCode'
  | 'identification'
  | 'companyName'
  | 'companyIdentification';

export interface ChangeCode {
  /** What the code says, in plain words. */
  title: string;
  /** First and last column within the corrected data, which begin in column 36 of the addenda. */
  corrects: Partial<Record<CorrectedField, readonly [from: number, to: number]>>;
}

/**
 * Change codes (Nacha Operating Rules, Appendix Five, "Notification of Change": table of change codes and the field "corrected
 * data"; C10 to C12 are retired).
 */
const CHANGE_CODES: Readonly<Record<string, ChangeCode>> = {
  C01: { title: 'Incorrect account number', corrects: { account: [1, 17] } },
  C02: { title: 'Incorrect routing number', corrects: { routingNumber: [1, 9] } },
  C03: {
    title: 'Incorrect routing and account number',
    corrects: { routingNumber: [1, 9], account: [13, 29] },
  },
  C04: { title: 'Incorrect name', corrects: { name: [1, 22] } },
  C05: { title: 'Incorrect transaction code', corrects: { transactionCode: [1, 2] } },
  C06: {
    title: 'Incorrect account number and transaction code',
    corrects: { account: [1, 17], transactionCode: [21, 22] },
  },
  C07: {
    title: 'Incorrect routing number, account number and transaction code',
    corrects: { routingNumber: [1, 9], account: [10, 26], transactionCode: [27, 28] },
  },
  C08: { title: 'Incorrect receiving institution (international)', corrects: { routingNumber: [1, 34] } },
  C09: { title: 'Incorrect individual identification', corrects: { identification: [1, 22] } },
  C10: { title: 'Incorrect company name', corrects: { companyName: [1, 16] } },
  C11: { title: 'Incorrect company identification', corrects: { companyIdentification: [1, 10] } },
  C12: {
    title: 'Incorrect company name and identification',
    corrects: { companyName: [1, 16], companyIdentification: [20, 29] },
  },
  C13: { title: 'Error in the addenda', corrects: {} },
  C14: { title: 'Incorrect class for an international payment', corrects: {} },
};

/** With these the originating institution refuses a notification (Appendix Five, "Refused Notification of Change"). */
const REFUSALS: Readonly<Record<string, string>> = {
  C61: 'Misrouted notification',
  C62: 'Incorrect trace number',
  C63: 'Incorrect company identification',
  C64: 'Incorrect individual identification',
  C65: 'Incorrectly formatted corrected data',
  C66: 'Incorrect discretionary data',
  C67: 'Routing number is not that of the original entry',
  C68: 'Account number is not that of the original entry',
  C69: 'Incorrect transaction code',
};

/** @returns null for a code that does not exist */
export function changeCodeOf(code: string): ChangeCode | null {
  return Object.hasOwn(CHANGE_CODES, code) ? (CHANGE_CODES[code] ?? null) : null;
}

/** @returns null for a code that refuses nothing */
export function refusalOf(code: string): string | null {
  return Object.hasOwn(REFUSALS, code) ? (REFUSALS[code] ?? null) : null;
}
