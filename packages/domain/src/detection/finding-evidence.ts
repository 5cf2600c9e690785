import type {
  AlertEvidence,
  AlertHeadline,
  EvidenceBaseline,
  EvidenceCompany,
  EvidenceEntry,
  EvidenceFact,
  EvidenceFigure,
  RuleReference,
} from '@clearwatch/contracts/alerts';
import { dayFromEpoch } from '../calendar/day.ts';
import { formatCents } from '../money/cents.ts';
import { UNKNOWN_COMPANY_KEY } from './company-key.ts';
import type { DatedEntry } from './detection-entry.ts';
import type { DetectionContext, Detector, EffectiveParameter } from './detector.ts';
import type { MemberHistory } from './member-history.ts';

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
export function buildEvidence(parts: EvidenceParts): AlertEvidence {
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
    if (entry.companyKey !== UNKNOWN_COMPANY_KEY && !firstEntries.has(entry.companyKey))
      firstEntries.set(entry.companyKey, entry);
  }
  return [...firstEntries.values()].map((entry) => {
    const ownAccounts = history.accounts.filter(
      (account) => account.companyFirstDay(entry.companyKey) !== null,
    );
    const account = ownAccounts.find(({ accountNumber }) => accountNumber === entry.accountNumber);
    return {
      company: entry.company,
      firstSeenOnAccount: dayFromEpoch(account?.companyFirstDay(entry.companyKey) ?? entry.epochDay),
      otherAccounts: Math.max(0, context.companies.accountsUsing(entry.companyKey) - ownAccounts.length),
    };
  });
}

interface Comparison {
  label: string;
  value: number;
  threshold: number;
  /** `>=` unless stated. */
  comparison?: EvidenceFigure['comparison'];
}

const figureIn =
  (
    unit: EvidenceFigure['unit'],
    shown: (value: number) => string,
    limit: (threshold: number) => string = shown,
  ) =>
  ({ label, value, threshold, comparison = '>=' }: Comparison): EvidenceFigure => ({
    label,
    value: shown(value),
    comparison,
    threshold: limit(threshold),
    unit,
    met: true,
  });

/** What was measured beside the threshold that it met. */
export const countFigure = figureIn('count', formatPlainNumber);
export const daysFigure = figureIn('days', formatPlainNumber);
/** Of amounts in cents. */
export const moneyFigure = figureIn('USD', (cents) => formatCents(Math.round(cents)));
export const ratioFigure = figureIn('ratio', (value) => value.toFixed(2), formatPlainNumber);
/** Of shares from 0 to 1 (or beyond), shown in percent. */
export const shareFigure = figureIn(
  'percent',
  (share) => (100 * share).toFixed(1),
  (share) => formatPlainNumber(Math.round(10_000 * share) / 100),
);

/** What is usual, and the days (since 1970-01-01) that it was taken from. */
export function baselineOver(
  usual: Pick<EvidenceBaseline, 'label' | 'value' | 'unit'>,
  { firstDay, lastDay }: { firstDay: number; lastDay: number },
): EvidenceBaseline {
  return { ...usual, firstDay: dayFromEpoch(firstDay), lastDay: dayFromEpoch(lastDay) };
}

/** An amount in cents, and the days that it was taken from. */
export function moneyBaseline(
  label: string,
  cents: number,
  days: { firstDay: number; lastDay: number },
): EvidenceBaseline {
  return baselineOver({ label, value: formatCents(Math.round(cents)), unit: 'USD' }, days);
}

/** Whole numbers as they are, others with two decimals. */
function formatPlainNumber(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
}

/** The largest value of the column, decimal(5,2). */
const MAX_PERCENTAGE = 999.99;

/** 100 x (observed / baseline - 1) as decimal text with two places, clamped to ±999.99; null without a baseline. */
export function percentageChange(observed: number, baseline: number | null): string | null {
  if (baseline === null || baseline <= 0) return null;
  const change = 100 * (observed / baseline - 1);
  return Math.min(MAX_PERCENTAGE, Math.max(-MAX_PERCENTAGE, change)).toFixed(2);
}

/** What one branch of a rule says about what it found, where a rule has several. */
export interface PartialFindingDetails
  extends Pick<AlertHeadline, 'percentageChange' | 'description'>,
    Pick<EvidenceParts, 'figures' | 'baseline' | 'wouldBeSilent' | 'facts'> {}

/** Until the rule versions of November 2026 shares were frozen as ratios with two decimals, and one of them was not told apart. */
const OLD_SHARE_LABEL = /\bshares?\b|^The same, of all accounts that .* debited$/i;
const RENAMED_LABELS: Readonly<Record<string, string>> = {
  'Share of it that left': 'Share that had left when the rule was met',
  'Share of it that left, at most': 'Share that had left when the rule was met, at most',
  'Share that left': 'Share of all money in that left',
  'Share that stayed': 'Share of all money in that stayed',
};

/** A figure as it is shown: shares that older versions of a rule froze as ratios are percentages. All others as they are. */
export function displayedFigure(figure: EvidenceFigure): EvidenceFigure {
  if (figure.unit !== 'ratio' || !OLD_SHARE_LABEL.test(figure.label)) return figure;
  return {
    ...figure,
    label: RENAMED_LABELS[figure.label] ?? figure.label,
    value: percentOf(figure.value),
    threshold: percentOf(figure.threshold),
    unit: 'percent',
  };
}

/** A fact as it is shown, by the label of today. */
export function displayedFact(fact: EvidenceFact): EvidenceFact {
  const label = fact.unit === 'percent' ? RENAMED_LABELS[fact.label] : undefined;
  return label === undefined ? fact : { ...fact, label };
}

/** Evidence of an alert as people read it; what is stored stays as it was frozen. */
export function displayedEvidence<Evidence extends Pick<AlertEvidence, 'figures' | 'facts'>>(
  evidence: Evidence,
): Evidence {
  return {
    ...evidence,
    figures: evidence.figures.map(displayedFigure),
    facts: evidence.facts.map(displayedFact),
  };
}

/** "0.79" is "79": two decimals of a ratio are whole percents, without the noise of binary fractions. */
function percentOf(ratio: string): string {
  const number = Number(ratio);
  return Number.isFinite(number) ? String(Math.round(10_000 * number) / 100) : ratio;
}
