import type { AlertEvidence } from '@clearwatch/contracts/alerts';
import type { ReplayDifference } from '@clearwatch/contracts/alerts.dto';
import { companyKey } from './company-key.ts';
import type { CompanyTable } from './company-table.ts';
import { compareReplay, type FrozenAlert, type ReplayComparison } from './compare-replay.ts';
import type { Entry } from './detection-entry.ts';
import type { DetectionContext, DetectionPolicy, Detector, Finding } from './detector.ts';
import { detectorOf } from './detectors/detector-registry.ts';
import { anchoredAt } from './finding-to-alert.ts';
import { prepareMember } from './member-history.ts';

/** The status that the companies of an alert had when it was raised. Evidence does not record it. */
type CompanyStatus = Record<'isKnown' | 'isSpray', boolean>;

/**
 * The institution of today, except for the companies in an alert's evidence: those have as many users as the evidence counts
 * and the given status.
 *
 * @param entries those of the member, whose own accounts evidence does not count
 */
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
  /** All entries of the member that the ledger holds now. */
  entries: readonly Entry[];
  /** The imports whose entries were there when the alert was raised. */
  importsThen: ReadonlySet<string>;
  /** Whether the alert's amount was raised afterwards. */
  hasGrown: boolean;
}

export interface ReplayOutcome {
  identical: boolean;
  /** Differences in what the rule computes first, differences with another reason last. */
  differences: ReplayDifference[];
  /** The result of the rule as the end of a sentence. */
  outcome: string;
}

/** Companies become known, hardly ever the other way round, and a spray is one when it arrives. */
const PAST_COMPANY_STATUSES: readonly (CompanyStatus & { words: string })[] = [
  { isKnown: false, isSpray: false, words: 'neither known here nor a spray' },
  { isKnown: false, isSpray: true, words: 'a spray of debits' },
  { isKnown: true, isSpray: false, words: 'known here' },
];

/**
 * Computes an alert again: its rule, with the parameters of the evidence, over the entries of then. Those are what the
 * ledger held after one of the imports of then, usually the newest; after an undo alerts are raised as import after
 * import would have raised them. The companies are first taken for what they are today, then for what they may have been.
 *
 * Compares what the rule finds, not which other rules found the same activity.
 */
export function replayAlert(
  frozen: FrozenAlert,
  input: ReplayInput,
  today: Omit<DetectionContext, 'policy'>,
): ReplayOutcome {
  const detector = detectorOf(frozen.activityType);
  if (detector === null)
    return {
      identical: false,
      differences: [{ what: 'Rule', was: `version ${frozen.evidence.rule.ruleVersion}`, is: null }],
      outcome: 'this program has no such rule any more.',
    };
  const restored = restoreMovedEntries(frozen, input);
  const notes = [...compareRuleVersion(frozen, detector), ...restored.notes];
  const entries = restored.entries.filter(({ importId }) => input.importsThen.has(importId));
  const best = bestAttempt(frozen, { ...input, entries }, { detector, today });
  if (best === null)
    return {
      identical: false,
      differences: [{ what: 'Finding', was: 'found', is: null }, ...notes],
      outcome: 'the rule does not find this any more.',
    };
  const count = best.differences.length;
  const changed = count === 1 ? 'one thing is' : `${count} things are`;
  return {
    identical: count === 0,
    differences: [...best.differences, ...best.notes, ...notes],
    outcome: count === 0 ? 'the rule says what it said.' : `${changed} not as they were.`,
  };
}

function bestAttempt(
  frozen: FrozenAlert,
  input: ReplayInput,
  { detector, today }: { detector: Detector; today: Omit<DetectionContext, 'policy'> },
): ReplayComparison | null {
  const policy = frozenPolicy(frozen);
  const views = [
    { companies: today.companies, note: [] },
    ...PAST_COMPANY_STATUSES.map((status) => ({
      companies: companyTableAsFrozen(today.companies, { ...input, evidence: frozen.evidence }, status),
      note: [{ what: 'Companies of the pattern', was: status.words, is: 'as the ledger shows them today' }],
    })),
  ];
  let best: ReplayComparison | null = null;
  for (const entries of ledgerStates(input.entries)) {
    const history = prepareMember({ memberKey: input.memberKey, entries });
    for (const { companies, note } of views) {
      const findings = detector.detect(history, { ...today, companies, policy });
      const again = sameFinding(frozen, findings);
      if (again === null) continue;
      // Two findings of one import may be one alert, with the larger amount.
      const hasGrown =
        input.hasGrown || findings.some(({ amountCents }) => amountCents === frozen.amountCents);
      const { differences, notes } = compareReplay(frozen, again, { hasGrown });
      if (best === null || differences.length < best.differences.length)
        best = { differences, notes: [...notes, ...note] };
      if (best.differences.length === 0) return best;
    }
  }
  return best;
}

/** The parameters of the evidence are those that the rule ran with. Sensitivity medium leaves them unchanged. */
function frozenPolicy({ activityType, evidence: { rule } }: FrozenAlert): DetectionPolicy {
  const values = Object.fromEntries(rule.parameters.map(({ name, value }) => [name, value]));
  return {
    version: rule.policyVersion,
    sensitivity: 'medium',
    parameters: { [activityType]: values },
    switchedOff: {},
  };
}

/** Beyond so many entries in all states together no further one is tried: seconds of work. */
const MAX_ENTRIES_READ = 2_000_000;

/** What was in the ledger after each import that brought the member anything, the newest first. */
function* ledgerStates(entries: readonly Entry[]): Generator<readonly Entry[]> {
  const imports = [...new Set(entries.map(({ importId }) => Number(importId)))].toSorted(
    (left, right) => right - left,
  );
  let read = 0;
  for (const newest of imports) {
    const state = entries.filter(({ importId }) => Number(importId) <= newest);
    read += state.length;
    if (read > MAX_ENTRIES_READ && newest !== imports[0]) return;
    yield state;
  }
}

/** The finding with the alert's trigger; or the one that the alert shows from an entry on, as it does after a review. */
function sameFinding({ triggerEntryId }: FrozenAlert, findings: readonly Finding[]): Finding | null {
  const ofTrigger = findings.find((finding) => finding.triggerEntryId === triggerEntryId);
  if (ofTrigger !== undefined) return ofTrigger;
  for (const finding of findings) {
    const trigger = finding.entries.find(({ id }) => id === triggerEntryId);
    if (trigger !== undefined) return anchoredAt(finding, trigger);
  }
  return null;
}

function compareRuleVersion({ evidence }: FrozenAlert, { ruleVersion }: Detector): ReplayDifference[] {
  const then = evidence.rule.ruleVersion;
  return then === ruleVersion
    ? []
    : [{ what: 'Version of the rule', was: String(then), is: String(ruleVersion) }];
}

/** Entries of the pattern that an undo gave to another import are put back into theirs. Removed entries are listed. */
function restoreMovedEntries(
  { evidence }: FrozenAlert,
  { entries }: ReplayInput,
): { entries: readonly Entry[]; notes: ReplayDifference[] } {
  const sources = new Map(evidence.entries.map((entry) => [entry.transactionId, entry.source]));
  const notes: ReplayDifference[] = [];
  const now = entries.map((entry) => {
    const source = sources.get(entry.id);
    sources.delete(entry.id);
    if (source === undefined || source.importId === entry.importId) return entry;
    notes.push({ what: `Import that holds entry ${entry.id}`, was: source.importId, is: entry.importId });
    return { ...entry, importId: source.importId, line: source.line };
  });
  if (sources.size > 0)
    notes.push({
      what: 'Entries of the pattern that are no longer in the ledger',
      was: [...sources.keys()].join(', '),
      is: null,
    });
  return { entries: now, notes };
}
