import type {
  AlertEvidence,
  EvidenceBaseline,
  EvidenceCompany,
  EvidenceEntry,
  EvidenceFact,
  EvidenceFigure,
} from '@clearwatch/contracts/alerts';
import { dayFromEpoch } from '../calendar/day.ts';
import { type Cents, formatCents } from '../money/cents.ts';
import { UNKNOWN_COMPANY_KEY } from './company-key.ts';
import type { DatedEntry } from './detection-entry.ts';
import type { DetectionContext } from './detector.ts';
import type { UsualAmount } from './entry-windows.ts';
import type { MemberHistory } from './member-history.ts';

/** Limits the size of alerts on accounts with many entries. */
export const MAX_EVIDENCE_ENTRIES = 500;
export const MAX_EVIDENCE_COMPANIES = 50;

export function evidenceEntries(
  entries: readonly DatedEntry[],
  trigger: DatedEntry,
  partOf: (entry: DatedEntry) => string | null,
): EvidenceEntry[] {
  const at = Math.max(0, entries.indexOf(trigger));
  const from = Math.max(0, Math.min(at - MAX_EVIDENCE_ENTRIES / 2, entries.length - MAX_EVIDENCE_ENTRIES));
  return entries.slice(from, from + MAX_EVIDENCE_ENTRIES).map((entry) => ({
    transactionId: entry.id,
    accountNumber: entry.accountNumber,
    company: entry.company,
    day: entry.day,
    amount: formatCents(entry.amountCents),
    transactionType: entry.transactionType,
    part: partOf(entry),
    entryDescription: entry.entryDescription,
    traceNumber: entry.traceNumber,
    source: { importId: entry.importId, line: entry.line },
  }));
}

/** Each company's first day on the account and the number of other accounts that use it. */
export function evidenceCompanies(
  entries: readonly DatedEntry[],
  { accounts }: MemberHistory,
  { companies }: DetectionContext,
): EvidenceCompany[] {
  const firstEntries = new Map<string, DatedEntry>();
  for (const entry of entries) {
    if (firstEntries.size === MAX_EVIDENCE_COMPANIES) break;
    if (entry.companyKey !== UNKNOWN_COMPANY_KEY && !firstEntries.has(entry.companyKey))
      firstEntries.set(entry.companyKey, entry);
  }
  return [...firstEntries.values()].map(({ company, companyKey, accountNumber, epochDay }) => {
    const ownAccounts = accounts.filter((account) => account.companyFirstDays.has(companyKey));
    const account = ownAccounts.find((own) => own.accountNumber === accountNumber);
    return {
      company,
      firstSeenOnAccount: dayFromEpoch(account?.companyFirstDays.get(companyKey) ?? epochDay),
      otherAccounts: Math.max(0, companies.accountsUsing(companyKey) - ownAccounts.length),
    };
  });
}

const figureIn =
  (
    unit: EvidenceFigure['unit'],
    formatValue: (value: number) => string,
    formatThreshold: (threshold: number) => string = formatValue,
  ) =>
  (
    [value, comparison, threshold]: readonly [number, EvidenceFigure['comparison'], number],
    label: string,
  ): EvidenceFigure => ({
    label,
    value: formatValue(value),
    comparison,
    threshold: formatThreshold(threshold),
    unit,
    met: value === threshold ? comparison.endsWith('=') : value > threshold === comparison.startsWith('>'),
  });

/** A measured number and its threshold. Money is in cents. A share from 0 to 1 is shown as a percentage. */
export const figure = {
  count: figureIn('count', formatPlainNumber),
  days: figureIn('days', formatPlainNumber),
  money: figureIn('USD', (cents) => formatCents(Math.round(cents))),
  ratio: figureIn('ratio', (value) => value.toFixed(2), formatPlainNumber),
  share: figureIn(
    'percent',
    (share) => (100 * share).toFixed(1),
    (share) => formatPlainNumber(Math.round(10_000 * share) / 100),
  ),
};

/** Compares an amount with a multiple of the usual amount; null if there is no usual amount. */
export function usualFigure(
  [cents, ratio, usual]: readonly [cents: Cents, ratio: number, usual: UsualAmount],
  label: string,
): EvidenceFigure | null {
  return usual.cents === 0 ? null : figure.money([cents, '>=', ratio * usual.cents], label);
}

/** A usual value and its baseline days (since 1970-01-01). */
export function baselineOver(
  usual: Pick<EvidenceBaseline, 'label' | 'value' | 'unit'>,
  { firstDay, lastDay }: { firstDay: number; lastDay: number },
): EvidenceBaseline {
  return { ...usual, firstDay: dayFromEpoch(firstDay), lastDay: dayFromEpoch(lastDay) };
}

/** Null if there is no usual value to compare with. */
export function moneyBaseline(
  label: string,
  { cents, ...days }: Omit<UsualAmount, 'cents'> & { cents: Cents | null },
): EvidenceBaseline | null {
  if (cents === null) return null;
  return baselineOver({ label, value: formatCents(Math.round(cents)), unit: 'USD' }, days);
}

/** Like `moneyBaseline`, but also null for an amount of 0. */
export function usualBaseline(label: string, usual: UsualAmount): EvidenceBaseline | null {
  return usual.cents === 0 ? null : moneyBaseline(label, usual);
}

function formatPlainNumber(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
}

/** The largest value that fits the column type, decimal(5,2). */
const MAX_PERCENTAGE = 999.99;

/** 100 x (observed / baseline - 1) as text with two decimal places, clamped to ±999.99; null without a baseline. */
export function percentageChange(observed: number, baseline: number | null): string | null {
  if (baseline === null || baseline <= 0) return null;
  const change = 100 * (observed / baseline - 1);
  return Math.min(MAX_PERCENTAGE, Math.max(-MAX_PERCENTAGE, change)).toFixed(2);
}

/**
 * Before the rule versions of November 2026, evidence stored shares as ratios with two decimal places. One of these labels does not contain
 * the word "share".
 */
const OLD_SHARE_LABEL = /\bshares?\b|^The same, of all accounts that .* debited$/i;
const RENAMED_LABELS: Readonly<Record<string, string>> = {
  'Share of it that left': 'Share that had left when the rule was met',
  'Share of it that left, at most': 'Share that had left when the rule was met, at most',
  'Share that left': 'Share of all money in that left',
  'Share that stayed': 'Share of all money in that stayed',
};

/** Converts shares that older rule versions stored as ratios to percentages. */
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

export function displayedFact(fact: EvidenceFact): EvidenceFact {
  const label = fact.unit === 'percent' ? RENAMED_LABELS[fact.label] : undefined;
  return label === undefined ? fact : { ...fact, label };
}

/** Evidence of an alert in the form shown to users. The stored evidence does not change. */
export function displayedEvidence<Evidence extends Pick<AlertEvidence, 'figures' | 'facts'>>(
  evidence: Evidence,
): Evidence {
  const { figures, facts } = evidence;
  return { ...evidence, figures: figures.map(displayedFigure), facts: facts.map(displayedFact) };
}

/** "0.79" becomes "79": a ratio with two decimal places is a whole percentage. Rounding removes floating-point noise. */
function percentOf(ratio: string): string {
  const number = Number(ratio);
  return Number.isFinite(number) ? String(Math.round(10_000 * number) / 100) : ratio;
}
