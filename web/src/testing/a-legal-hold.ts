import type { LegalHold } from '@clearwatch/contracts/retention.dto';

/** One that stands, on Dana Sample's account. */
export function aLegalHold(over: Partial<LegalHold> = {}): LegalHold {
  const hold: LegalHold = {
    id: 3,
    accountNumber: '1000000001',
    member: { id: 7, firstName: 'Dana', lastName: 'Sample', company: 'Example Payroll Co' },
    state: 'standing',
    reason: 'Subpoena of a district court',
    reference: '26-CV-1042',
    placedBy: 'ada',
    placedAt: '2026-11-18T10:00:00Z',
    releasedBy: null,
    releasedAt: null,
    releaseReason: null,
  };
  return Object.assign(hold, over);
}
