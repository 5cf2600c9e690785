/**
 * return: the receiving institution sends an entry back · dishonored: the originating one refuses the return ·
 * contested: the receiving one insists.
 */
export type ReturnStage = 'return' | 'dishonored' | 'contested';

interface ReturnReason {
  stage: ReturnStage;
  /** What the code says, in plain words. */
  title: string;
}

/**
 * Return reason codes (Nacha Operating Rules, Appendix Four, "Return Entries", Table of Return Reason Codes; R63 to R66 are
 * retired). Titles are shortened.
 */
const TITLES: Readonly<Record<string, string>> = {
  R01: 'Insufficient funds',
  R02: 'Account closed',
  R03: 'No account, or unable to locate it',
  R04: 'Invalid account number',
  R05: 'Unauthorized debit to a consumer account with a corporate class',
  R06: 'Returned at the request of the originating institution',
  R07: 'Authorization revoked by the customer',
  R08: 'Payment stopped',
  R09: 'Uncollected funds',
  R10: 'Originator unknown or not authorized by the receiver',
  R11: 'Entry not in accordance with the authorization',
  R12: 'Account sold to another institution',
  R13: 'Routing number does not exist or does not take part',
  R14: 'Representative payee deceased or unable to continue',
  R15: 'Beneficiary or account holder deceased',
  R16: 'Account frozen, or returned on instruction of OFAC',
  R17: 'Fields cannot be processed, or questionable circumstances',
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
  R30: 'Institution does not take part in check truncation',
  R31: 'Permissible return (CCD and CTX)',
  R32: 'Institution cannot settle',
  R33: 'Return of a destroyed check entry',
  R34: 'Participation of the institution is limited',
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
  R50: 'State law on presenting checks again',
  R51: 'Check is ineligible to be presented again',
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
  R75: 'Return is no duplicate',
  R76: 'No errors found',
  R77: 'Dishonored return R62 not accepted',
  R80: 'International entry: coding error',
  R81: 'International entry: no agreement with the gateway',
  R82: 'International entry: invalid foreign institution',
  R83: 'International entry: foreign institution cannot settle',
  R84: 'International entry: not processed by the gateway',
  R85: 'International payment with a domestic class',
  R90: 'Returned to comply with sanctions',
};

/** @returns null for a code that does not exist */
export function returnReasonOf(code: string): ReturnReason | null {
  const title = Object.hasOwn(TITLES, code) ? TITLES[code] : undefined;
  if (title === undefined) return null;
  if (code >= 'R61' && code <= 'R70') return { stage: 'dishonored', title };
  return { stage: code >= 'R71' && code <= 'R77' ? 'contested' : 'return', title };
}
