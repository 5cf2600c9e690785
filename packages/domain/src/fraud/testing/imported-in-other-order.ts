import type { Entry } from '../entry.ts';
import type { Finding } from '../frame.ts';
import type { MemberHistory } from '../preparation/account-history.ts';
import { prepareMember } from '../preparation/prepare-member.ts';

/** The same entries as they are when their files came in the opposite order: other ids, other sequence. */
export function importedInOtherOrder(entries: readonly Entry[]): MemberHistory {
  const reversed = entries.toReversed().map((entry, index) => ({ ...entry, id: String(index + 1) }));
  return prepareMember({ memberKey: 'ROBIN|EXAMPLE', entries: reversed });
}

/** What of findings does not depend on the ids that the ledger gave: enough to see that nothing moved. */
export function withoutIds(findings: readonly Finding[]): unknown[] {
  return findings.map(({ entries, triggerEntryId, riskLevel, description, percentageChange }) => ({
    entries: entries.map(contentOf),
    trigger: entries.filter(({ id }) => id === triggerEntryId).map(contentOf),
    riskLevel,
    description,
    percentageChange,
  }));
}

function contentOf({ day, amountCents, company, accountNumber }: Entry): string {
  return [day, amountCents, company, accountNumber].join(' ');
}
