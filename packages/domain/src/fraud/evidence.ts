import type {
  AlertEvidence,
  EvidenceBaseline,
  EvidenceCompany,
  EvidenceEntry,
  EvidenceFact,
  EvidenceFigure,
  RuleReference,
} from '@clearwatch/contracts/fraud/alert-evidence';
import { dayOf } from '../calendar/day.ts';
import { formatCents } from '../money/cents.ts';
import type { EffectiveParameter } from './effective-parameters.ts';
import type { DatedEntry } from './entry.ts';
import type { DetectionContext, Detector } from './frame.ts';
import type { MemberHistory } from './preparation/account-history.ts';
import { NOBODY } from './preparation/nobody.ts';

/** Evidence keeps at most so many entries around the trigger: a hot account must not make a megabyte of one alert. */
export const MAX_EVIDENCE_ENTRIES = 500;
export const MAX_EVIDENCE_COMPANIES = 50;

export interface EvidenceParts {
  detector: Pick<Detector, 'activityType' | 'ruleVersion' | 'sources'>;
  parameters: readonly EffectiveParameter[];
  history: MemberHistory;
  context: DetectionContext;
  trigger: DatedEntry;
  /** All entries of the behaviour, oldest first. */
  entries: readonly DatedEntry[];
  figures: EvidenceFigure[];
  baseline: EvidenceBaseline | null;
  wouldBeSilent: string[];
  dailyTotals?: AlertEvidence['dailyTotals'];
  facts?: EvidenceFact[];
  /** What an entry is in the pattern; not stated: all are alike. */
  partOf?: (entry: DatedEntry) => string | null;
}

/** Freezes why a finding was made. */
export function evidenceOf(parts: EvidenceParts): AlertEvidence {
  const { trigger, entries } = parts;
  return {
    rule: ruleReference(parts),
    triggerEntryId: trigger.id,
    entries: evidenceEntries(entries, trigger, parts.partOf),
    figures: parts.figures,
    baseline: parts.baseline,
    window: { firstDay: entries[0]?.day ?? trigger.day, lastDay: entries.at(-1)?.day ?? trigger.day },
    wouldBeSilent: parts.wouldBeSilent,
    companies: evidenceCompanies(parts),
    dailyTotals: parts.dailyTotals ?? [],
    facts: parts.facts ?? [],
  };
}

/** The behaviour's entries, or so many of them around the trigger as evidence keeps. */
export function evidenceEntries(
  entries: readonly DatedEntry[],
  trigger: DatedEntry,
  partOf: (entry: DatedEntry) => string | null = () => null,
): EvidenceEntry[] {
  const at = Math.max(0, entries.indexOf(trigger));
  const from = Math.max(0, Math.min(at - MAX_EVIDENCE_ENTRIES / 2, entries.length - MAX_EVIDENCE_ENTRIES));
  return entries
    .slice(from, from + MAX_EVIDENCE_ENTRIES)
    .map((entry) => toEvidenceEntry(entry, partOf(entry)));
}

function toEvidenceEntry(entry: DatedEntry, part: string | null): EvidenceEntry {
  return {
    transactionId: entry.id,
    accountNumber: entry.accountNumber,
    company: entry.company,
    day: entry.day,
    amount: formatCents(entry.amountCents),
    transactionType: entry.transactionType,
    part,
    entryDescription: entry.entryDescription,
    traceNumber: entry.traceNumber,
    source: { importId: entry.importId, line: entry.line },
  };
}

function ruleReference({ detector, parameters, context }: EvidenceParts): RuleReference {
  return {
    activityType: detector.activityType,
    ruleVersion: detector.ruleVersion,
    policyVersion: context.policy.version,
    parameters: parameters.map(({ definition: { name, unit, meaning }, value }) => ({
      name,
      value,
      unit,
      meaning,
    })),
    sources: [...detector.sources],
  };
}

function evidenceCompanies({ entries, history, context }: EvidenceParts): EvidenceCompany[] {
  const firstEntries = new Map<string, DatedEntry>();
  for (const entry of entries) {
    if (firstEntries.size === MAX_EVIDENCE_COMPANIES) break;
    if (entry.companyKey !== NOBODY && !firstEntries.has(entry.companyKey))
      firstEntries.set(entry.companyKey, entry);
  }
  return [...firstEntries.values()].map((entry) => {
    const ownAccounts = history.accounts.filter(
      (account) => account.companyFirstDay(entry.companyKey) !== null,
    );
    const account = ownAccounts.find(({ accountNumber }) => accountNumber === entry.accountNumber);
    return {
      company: entry.company,
      firstSeenOnAccount: dayOf(account?.companyFirstDay(entry.companyKey) ?? entry.epochDay),
      otherAccounts: Math.max(0, context.companies.accountsUsing(entry.companyKey) - ownAccounts.length),
    };
  });
}
