import { CompanyCensus } from '@clearwatch/domain/fraud/company-census';
import { detectMember } from '@clearwatch/domain/fraud/detect-member';
import type { Finding } from '@clearwatch/domain/fraud/frame';
import type { DetectionPolicy } from '@clearwatch/domain/fraud/policy';
import { prepareMember } from '@clearwatch/domain/fraud/preparation/prepare-member';
import type { DrillLedger } from './drill-ledger.ts';
import { type DrillResult, judgeDrill } from './judge-drill.ts';

/** Runs all rules over a ledger with known behaviours in it and says what was found and what was noise. */
export async function drill(ledger: DrillLedger, policy: DetectionPolicy): Promise<DrillResult> {
  const census = new CompanyCensus();
  for await (const { entries } of ledger.members()) for (const entry of entries) census.add(entry);
  const context = { ...census.institution(), policy };
  const accounts = new Set<string>();
  const findings: Finding[] = [];
  for await (const member of ledger.members()) {
    for (const { accountNumber } of member.entries) accounts.add(accountNumber);
    findings.push(...detectMember(prepareMember(member), context));
  }
  return judgeDrill({ ledger, accounts, findings });
}
