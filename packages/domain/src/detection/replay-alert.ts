import { type AlertEvidence, RISK_LEVELS, type RiskLevel } from '@clearwatch/contracts/alerts';
import type { ReplayDifference } from '@clearwatch/contracts/alerts.dto';
import { type Cents, formatDollars } from '../money/cents.ts';
import { companyKey } from './company-key.ts';
import type { CompanyTable } from './company-table.ts';
import { ledgerStates } from './detection-engine.ts';
import type { Entry } from './detection-entry.ts';
import type { DetectionContext, DetectionPolicy, Detector, Finding } from './detector.ts';
import { detectorOf } from './detectors/detector-registry.ts';
import { displayedEvidence, displayedFigure } from './finding-evidence.ts';
import { anchoredAt } from './finding-to-alert.ts';
import { prepareMember } from './member-history.ts';

export interface FrozenAlert extends Pick<Finding, 'activityType' | 'percentageChange' | 'description' | 'evidence'> {
  accountNumber: string;
  triggerEntryId: string;
  /** Increases while the behavior continues, unlike the evidence. */
  amountCents: Cents;
  /** May be one level higher than the finding's own risk; see `riskWithOtherAlerts`. */
  riskLevel: RiskLevel;
}

/** Notes are differences that the rule did not cause, such as a larger amount or companies that became known later. */
interface ReplayComparison {
  differences: ReplayDifference[];
  notes: ReplayDifference[];
}

/** Compares a stored alert with its rule's current result. `hasGrown`: the alert's amount may have increased. */
export function compareReplay(frozen: FrozenAlert, again: Finding, { hasGrown }: { hasGrown: boolean }) {
  const differences: ReplayDifference[] = [];
  const notes: ReplayDifference[] = [];
  if (frozen.amountCents !== again.amountCents) {
    const [then, now] = [formatDollars(frozen.amountCents), formatDollars(again.amountCents)];
    if (hasGrown && frozen.amountCents > again.amountCents)
      notes.push({ what: 'Amount (increased after the alert was raised)', was: now, is: then });
    else differences.push({ what: 'Amount', was: then, is: now });
  }
  if (frozen.riskLevel !== again.riskLevel) {
    const risks = { was: frozen.riskLevel, is: again.riskLevel };
    if (RISK_LEVELS.indexOf(risks.was) === RISK_LEVELS.indexOf(risks.is) + 1)
      notes.push({ what: 'Risk (raised by another alert on the account)', ...risks });
    else differences.push({ what: 'Risk', ...risks });
  }
  const then = comparableTexts(frozen, displayedEvidence(frozen.evidence));
  const now = comparableTexts(again, withFrozenPrecision(frozen.evidence, again.evidence));
  for (const [what, was] of Object.entries(then)) {
    const is = now[what] ?? null;
    if (was !== is) differences.push({ what, was, is });
  }
  const users = { was: describeOtherAccounts(frozen.evidence), is: describeOtherAccounts(again.evidence) };
  if (users.was !== users.is) notes.push({ what: 'Other accounts that use the companies', ...users });
  return { differences, notes };
}

/** In percentage points: rounding to a ratio with two decimals (0.5) plus rounding to a percentage with one (0.05). */
const MAX_ROUNDING_DIFFERENCE = 0.55;

/** Older rule versions stored shares with fewer decimals. A share equal within rounding keeps the stored text. */
function withFrozenPrecision(frozen: AlertEvidence, again: AlertEvidence): AlertEvidence {
  const figures = again.figures.map((figure, at) => {
    const was = frozen.figures[at];
    if (was === undefined || figure.unit !== 'percent') return figure;
    const shown = displayedFigure(was);
    const isEqual = (of: 'value' | 'threshold') =>
      Math.abs(Number(shown[of]) - Number(figure[of])) <= MAX_ROUNDING_DIFFERENCE;
    return shown === was || !isEqual('value') || !isEqual('threshold')
      ? figure
      : { ...figure, value: shown.value, threshold: shown.threshold };
  });
  return { ...again, figures };
}

function comparableTexts(
  alert: Pick<FrozenAlert, 'percentageChange' | 'description'>,
  evidence: AlertEvidence,
): Record<string, string> {
  const { baseline, window } = evidence;
  const list = <Item>(items: readonly Item[], textOf: (item: Item) => string) => items.map(textOf).join('; ');
  return {
    Description: alert.description,
    'Percentage change': alert.percentageChange === null ? 'none' : String(Number(alert.percentageChange)),
    'Trigger entry': evidence.triggerEntryId,
    'Entries in the pattern': list(evidence.entries, ({ transactionId, day, amount, part }) =>
      `${transactionId} ${day} ${amount} ${part ?? ''}`.trim(),
    ),
    Figures: list(
      evidence.figures,
      ({ label, value, comparison, threshold }) => `${label}: ${value} ${comparison} ${threshold}`,
    ),
    Baseline: baseline ? `${baseline.label}: ${baseline.value}, ${baseline.firstDay} to ${baseline.lastDay}` : 'none',
    Window: `${window.firstDay} to ${window.lastDay}`,
    'What would have prevented this alert': evidence.wouldBeSilent.join(' '),
    'Daily totals': list(evidence.dailyTotals, ({ day, accountNumber: own, credits }) => `${day} ${own} ${credits}`),
    'Other facts': list(evidence.facts, ({ label, value }) => `${label}: ${value}`),
    'First day of each company on the account': list(
      evidence.companies,
      ({ company, firstSeenOnAccount }) => `${company} ${firstSeenOnAccount}`,
    ),
  };
}

const describeOtherAccounts = ({ companies }: AlertEvidence): string =>
  companies.map(({ company, otherAccounts }) => `${company}: ${otherAccounts}`).join('; ');

type CompanyStatus = Record<'isKnown' | 'isSpray', boolean>;

/** Today's company table, but companies in the evidence have the given status and the account count stated there. */
export function companyTableAsFrozen(
  today: CompanyTable,
  { evidence, entries }: { evidence: AlertEvidence; entries: readonly Entry[] },
  status: CompanyStatus,
): CompanyTable {
  const users = new Map(
    evidence.companies.map(({ company, otherAccounts }) => {
      const key = companyKey(company);
      const own = entries.filter((entry) => entry.companyKey === key);
      return [key, otherAccounts + new Set(own.map(({ accountNumber }) => accountNumber)).size];
    }),
  );
  return {
    accountsUsing: (key) => users.get(key) ?? today.accountsUsing(key),
    isKnown: (key) => (users.has(key) ? status.isKnown : today.isKnown(key)),
    isSpray: (key) => (users.has(key) ? status.isSpray : today.isSpray(key)),
    firstSeen: (key) => today.firstSeen(key),
    debitsOnArrival: (key) => today.debitsOnArrival(key),
  };
}

export interface ReplayInput {
  memberKey: string | null;
  entries: readonly Entry[];
  /** Imports whose entries were in the ledger when the alert was raised. */
  importsThen: ReadonlySet<string>;
  hasGrown: boolean;
}

export interface ReplayOutcome {
  identical: boolean;
  differences: ReplayDifference[];
  outcome: string;
}

/** Companies become known over time but rarely become unknown again. A spray is recognized as soon as it starts. */
const PAST_COMPANY_STATUSES: readonly (CompanyStatus & { words: string })[] = [
  {
    isKnown: false,
    isSpray: false,
    words: 'unknown at this institution, did not debit many accounts at once',
  },
  { isKnown: false, isSpray: true, words: 'debited many accounts at once' },
  { isKnown: true, isSpray: false, words: 'known at this institution' },
];

/** Tries the companies' current status first, then possible earlier ones. */
export function replayAlert(
  frozen: FrozenAlert,
  input: ReplayInput,
  today: Omit<DetectionContext, 'policy'>,
): ReplayOutcome {
  const detector = detectorOf(frozen.activityType);
  const { ruleVersion } = frozen.evidence.rule;
  if (detector === null) {
    const differences = [{ what: 'Rule', was: `version ${ruleVersion}`, is: null }];
    return { identical: false, differences, outcome: 'Clearwatch no longer has this rule.' };
  }
  const { entries: restored, notes } = restoreMovedEntries(frozen, input);
  if (ruleVersion !== detector.ruleVersion)
    notes.unshift({
      what: 'Rule version',
      was: String(ruleVersion),
      is: String(detector.ruleVersion),
    });
  const entries = restored.filter(({ importId }) => input.importsThen.has(importId));
  const best = bestAttempt(frozen, { ...input, entries }, { detector, today });
  if (best === null) {
    const differences = [{ what: 'Finding', was: 'found', is: null }, ...notes];
    return { identical: false, differences, outcome: 'the rule no longer raises this alert.' };
  }
  const count = best.differences.length;
  const changed = count === 1 ? '1 detail differs.' : `${count} details differ.`;
  return {
    identical: count === 0,
    differences: [...best.differences, ...best.notes, ...notes],
    outcome: count === 0 ? 'the rule raises the same alert.' : changed,
  };
}

function bestAttempt(
  frozen: FrozenAlert,
  input: ReplayInput,
  { detector, today }: { detector: Detector; today: Omit<DetectionContext, 'policy'> },
): ReplayComparison | null {
  // The evidence contains the parameters that the rule used. Medium sensitivity leaves them unchanged.
  const { policyVersion, parameters } = frozen.evidence.rule;
  const policy: DetectionPolicy = {
    version: policyVersion,
    sensitivity: 'medium',
    parameters: {
      [frozen.activityType]: Object.fromEntries(parameters.map(({ name, value }) => [name, value])),
    },
    switchedOff: {},
  };
  const views = [
    { companies: today.companies, note: [] },
    ...PAST_COMPANY_STATUSES.map((status) => ({
      companies: companyTableAsFrozen(today.companies, { ...input, evidence: frozen.evidence }, status),
      note: [{ what: 'Companies in the pattern', was: status.words, is: 'as in the ledger today' }],
    })),
  ];
  let best: ReplayComparison | null = null;
  for (const entries of ledgerStates(input.entries)) {
    const history = prepareMember({ memberKey: input.memberKey, entries });
    for (const { companies, note } of views) {
      const findings = detector.detect(history, { ...today, companies, policy });
      const again = sameFinding(frozen, findings);
      if (again === null) continue;
      // Two findings from one import may have become one alert with the larger amount.
      const hasGrown = input.hasGrown || findings.some(({ amountCents }) => amountCents === frozen.amountCents);
      const { differences, notes } = compareReplay(frozen, again, { hasGrown });
      if (best === null || differences.length < best.differences.length)
        best = { differences, notes: [...notes, ...note] };
      if (best.differences.length === 0) return best;
    }
  }
  return best;
}

/** The finding with the alert's trigger, or else one that contains it: alerts after a review start at a later entry. */
function sameFinding({ triggerEntryId }: FrozenAlert, findings: readonly Finding[]): Finding | null {
  const ofTrigger = findings.find((finding) => finding.triggerEntryId === triggerEntryId);
  if (ofTrigger !== undefined) return ofTrigger;
  for (const finding of findings) {
    const trigger = finding.entries.find(({ id }) => id === triggerEntryId);
    if (trigger !== undefined) return anchoredAt(finding, trigger);
  }
  return null;
}

/** Restores the original import of entries that an undo moved to another one, and lists removed entries. */
function restoreMovedEntries({ evidence }: FrozenAlert, { entries }: ReplayInput) {
  const sources = new Map(evidence.entries.map((entry) => [entry.transactionId, entry.source]));
  const notes: ReplayDifference[] = [];
  const now = entries.map((entry) => {
    const source = sources.get(entry.id);
    sources.delete(entry.id);
    if (source === undefined || source.importId === entry.importId) return entry;
    notes.push({ what: `Import that contains entry ${entry.id}`, was: source.importId, is: entry.importId });
    return { ...entry, importId: source.importId, line: source.line };
  });
  if (sources.size > 0)
    notes.push({
      what: 'Entries in the pattern that are no longer in the ledger',
      was: [...sources.keys()].join(', '),
      is: null,
    });
  return { entries: now, notes };
}
