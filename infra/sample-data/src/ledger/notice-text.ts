import type { SampleNotice } from './sample-entry.ts';

/** What the codes used here mean (Nacha Operating Rules, Appendices Four and Five). */
const TITLES: Readonly<Record<string, string>> = {
  R01: 'Insufficient funds',
  R02: 'Account closed',
  R03: 'No account, or unable to locate it',
  R07: 'Authorization revoked by the customer',
  R08: 'Payment stopped',
  R10: 'Originator unknown or not authorized by the receiver',
  R29: 'Corporate customer advises not authorized',
  C01: 'Incorrect account number',
  C05: 'Incorrect transaction code',
};

/** A notice in the one line that formats without addenda records have for it, the code first. */
export function noticeText({ code, originalTrace, correctedData }: SampleNotice): string {
  const parts = [`${code} ${TITLES[code] ?? ''}`.trim(), `original trace ${originalTrace}`];
  return (correctedData === null ? parts : [...parts, correctedData]).join('; ');
}
