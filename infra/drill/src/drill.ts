import { CompanyCensus } from '@clearwatch/domain/detection/company-census';
import { detectMember } from '@clearwatch/domain/detection/detection-engine';
import type { DetectionPolicy, Finding } from '@clearwatch/domain/detection/detector';
import { prepareMember } from '@clearwatch/domain/detection/member-history';
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
