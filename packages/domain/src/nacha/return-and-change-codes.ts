/** The addenda of a notification of change begin with a change code, C01 to C14. */
export const CHANGE_CODE_PATTERN = /^C(?:0[1-9]|1[0-4])\b/;

/** Nacha Operating Rules, Appendix Five, "Notification of Change"; C10 to C12 are retired. */
const CHANGE_CODE_TITLES: Readonly<Record<string, string>> = {
  C01: 'Incorrect account number',
  C02: 'Incorrect routing number',
  C03: 'Incorrect routing number and account number',
  C04: 'Incorrect name',
  C05: 'Incorrect transaction code',
  C06: 'Incorrect account number and transaction code',
  C07: 'Incorrect routing number, account number and transaction code',
  C08: 'Incorrect receiving institution (international)',
  C09: 'Incorrect individual identification',
  C10: 'Incorrect company name',
  C11: 'Incorrect company identification',
  C12: 'Incorrect company name and identification',
  C13: 'Error in the addenda',
  C14: 'Incorrect SEC code for an international payment',
};

/** Appendix Five, "Refused Notification of Change". */
const REFUSAL_REASONS: Readonly<Record<string, string>> = {
  C61: 'Misrouted notification',
  C62: 'Incorrect trace number',
  C63: 'Incorrect company identification',
  C64: 'Incorrect individual identification',
  C65: 'Incorrectly formatted corrected data',
  C66: 'Incorrect discretionary data',
  C67: 'Routing number does not match the original entry',
  C68: 'Account number does not match the original entry',
  C69: 'Incorrect transaction code',
};

const titleIn = (titles: Readonly<Record<string, string>>, code: string): string | null =>
  Object.hasOwn(titles, code) ? (titles[code] ?? null) : null;

export function changeCodeOf(code: string): { title: string } | null {
  const title = titleIn(CHANGE_CODE_TITLES, code);
  return title === null ? null : { title };
}

export const refusalReasonOf = (code: string): string | null => titleIn(REFUSAL_REASONS, code);

/** dishonored: the originating institution refuses the return · contested: the receiving institution insists on it. */
export type ReturnStage = 'return' | 'dishonored' | 'contested';

/** Nacha Operating Rules, Appendix Four, Table of Return Reason Codes, titles shortened; R63 to R66 are retired. */
const RETURN_REASON_TITLES: Readonly<Record<string, string>> = {
  R01: 'Insufficient funds',
  R02: 'Account closed',
  R03: 'No account, or unable to locate it',
  R04: 'Invalid account number',
  R05: 'Unauthorized debit to a consumer account using a corporate SEC code',
  R06: 'Returned at the request of the originating institution',
  R07: 'Authorization revoked by the customer',
  R08: 'Payment stopped',
  R09: 'Uncollected funds',
  R10: 'Originator unknown or not authorized by the receiver',
  R11: 'Entry not in accordance with the authorization',
  R12: 'Account sold to another institution',
  R13: 'Invalid ACH routing number',
  R14: 'Representative payee deceased or unable to continue',
  R15: 'Beneficiary or account holder deceased',
  R16: 'Account frozen, or returned on OFAC instructions',
  R17: 'Fields that cannot be processed, or questionable circumstances',
  R18: 'Improper effective entry date',
  R19: 'Error in the amount',
  R20: 'Not a transaction account',
  R21: 'Invalid company identification',
  R22: 'Invalid individual identification',
  R23: 'Credit refused by the receiver',
  R24: 'Duplicate entry',
  R25: 'Error in the addenda',
  R26: 'Error in a mandatory field',
  R27: 'Error in the trace number',
  R28: 'Error in the check digit of the routing number',
  R29: 'Corporate customer advises not authorized',
  R30: 'Institution does not participate in check truncation',
  R31: 'Permissible return (CCD and CTX)',
  R32: 'Institution cannot settle',
  R33: 'Return of a destroyed check entry',
  R34: 'Institution with limited participation',
  R35: 'Return of an improper debit',
  R36: 'Return of an improper credit',
  R37: 'Source document presented for payment',
  R38: 'Payment stopped on the source document',
  R39: 'Improper source document, or document presented for payment',
  R40: 'Enrollment returned by a federal agency',
  R41: 'Enrollment: invalid transaction code',
  R42: 'Enrollment: error in routing number or check digit',
  R43: 'Enrollment: invalid account number',
  R44: 'Enrollment: invalid identification',
  R45: 'Enrollment: invalid name',
  R46: 'Enrollment: invalid representative payee indicator',
  R47: 'Duplicate enrollment',
  R50: 'State law affecting re-presented checks',
  R51: 'Check is not eligible for re-presentment',
  R52: 'Payment stopped on the check',
  R53: 'Check and entry both presented for payment',
  R61: 'Misrouted return',
  R62: 'Return of an erroneous or reversing debit',
  R63: 'Incorrect amount',
  R64: 'Incorrect individual identification',
  R65: 'Incorrect transaction code',
  R66: 'Incorrect company identification',
  R67: 'Duplicate return',
  R68: 'Untimely return',
  R69: 'Field errors',
  R70: 'Permissible return not accepted, or not requested',
  R71: 'Misrouted dishonored return',
  R72: 'Untimely dishonored return',
  R73: 'Timely original return',
  R74: 'Corrected return',
  R75: 'Return is not a duplicate',
  R76: 'No errors found',
  R77: 'Dishonored return R62 not accepted',
  R80: 'International entry: coding error',
  R81: 'International entry: no agreement with the gateway',
  R82: 'International entry: invalid foreign institution',
  R83: 'International entry: foreign institution cannot settle',
  R84: 'International entry: not processed by the gateway',
  R85: 'International payment with a domestic SEC code',
  R90: 'Returned to comply with sanctions',
};

export function returnReasonOf(code: string): { stage: ReturnStage; title: string } | null {
  const title = titleIn(RETURN_REASON_TITLES, code);
  if (title === null) return null;
  if (code >= 'R61' && code <= 'R70') return { stage: 'dishonored', title };
  return { stage: code >= 'R71' && code <= 'R77' ? 'contested' : 'return', title };
}

export function reasonTitleOf(code: string): string | null {
  return returnReasonOf(code)?.title ?? changeCodeOf(code)?.title ?? refusalReasonOf(code);
}

/** Return reason codes run from R01 to R85, plus R90. Other codes are abbreviations used by some originators. */
export const RETURN_CODE_PATTERN = /\bR(?:0[1-9]|[1-7]\d|8[0-5]|90)\b/;

/** The return reason code in an addenda ("R10"), or null. */
export function returnCodeIn(addenda: string | null): string | null {
  return addenda === null ? null : (RETURN_CODE_PATTERN.exec(addenda)?.[0] ?? null);
}
