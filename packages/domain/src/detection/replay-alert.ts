import type { AlertEvidence } from '@clearwatch/contracts/alerts';
import type { ReplayDifference } from '@clearwatch/contracts/alerts.dto';
import { companyKey } from './company-key.ts';
import type { CompanyTable } from './company-table.ts';
import { compareReplay, type FrozenAlert } from './compare-replay.ts';
import type { Entry } from './detection-entry.ts';
import type { DetectionContext, Detector, Finding } from './detector.ts';
import { detectorOf } from './detectors/detector-registry.ts';
import { anchoredAt } from './finding-to-alert.ts';
import { prepareMember } from './member-history.ts';

/** What the companies of an alert may have been taken for when it was raised; nobody wrote it down. */
interface CompanyStatus {
  isKnown: boolean;
  isSpray: boolean;
}

/**
 * The institution of today, but for the companies in an alert's evidence: those have as many users as the evidence counts
 * and the given standing.
 *
 * @param entries those of the member, whose own accounts evidence does not count
 */
export function companyTableAsFrozen(
  today: CompanyTable,
  { evidence, entries }: { evidence: AlertEvidence; entries: readonly Entry[] },
  standing: CompanyStatus,
): CompanyTable {
  const users = new Map(
    evidence.companies.map(({ company, otherAccounts }) => {
      const key = companyKey(company);
      const own = new Set(
        entries.filter((entry) => entry.companyKey === key).map(({ accountNumber }) => accountNumber),
      );
      return [key, otherAccounts + own.size];
    }),
  );
  return {
    accountsUsing: (key) => users.get(key) ?? today.accountsUsing(key),
    isKnown: (key) => (users.has(key) ? standing.isKnown : today.isKnown(key)),
    isSpray: (key) => (users.has(key) ? standing.isSpray : today.isSpray(key)),
    firstSeen: (key) => today.firstSeen(key),
    debitsOnArrival: (key) => today.debitsOnArrival(key),
  };
}

export interface ReplayInput {
  memberKey: string | null;
  /** All entries of the member that the ledger holds now. */
  entries: readonly Entry[];
  /** The imports whose entries were there when the alert was frozen. */
  importsThen: ReadonlySet<string>;
  /** Whether the alert's amount was raised afterwards. */
  hasGrown: boolean;
}

export interface ReplayOutcome {
  identical: boolean;
  /** What the rule computes otherwise first, what has another reason last. */
  differences: ReplayDifference[];
  /** How the rule came out, to be put behind what was done. */
  outcome: string;
}

/** Beyond so many entries read in all looks together no further one is tried: seconds of work. */
const MAX_ENTRIES_READ = 2_000_000;
/** Companies become known, hardly ever the other way round, and a spray is one when it comes. */
const PAST_COMPANY_STATUSES: readonly (CompanyStatus & { words: string })[] = [
  { isKnown: false, isSpray: false, words: 'neither known here nor a spray' },
  { isKnown: false, isSpray: true, words: 'a spray of debits' },
  { isKnown: true, isSpray: false, words: 'known here' },
];

interface Attempt {
  differences: ReplayDifference[];
  notes: ReplayDifference[];
}

/**
 * Computes an alert again: its rule, with the parameters that the evidence froze, over the entries of then. Those are what
 * the ledger held after one of the imports of then, usually the newest; after an undo alerts are raised as import after
 * import would have raised them. The companies are first taken for what they are today, then for what they may have been.
 *
 * What the rule says is compared; which other rules told the same story is not.
 */
export function replayAlert(
  frozen: FrozenAlert,
  material: ReplayInput,
  today: Omit<DetectionContext, 'policy'>,
): ReplayOutcome {
  const detector = detectorOf(frozen.activityType);
  if (detector === null)
    return {
      identical: false,
      differences: [{ what: 'Rule', was: `version ${frozen.evidence.rule.ruleVersion}`, is: null }],
      outcome: 'this program has no such rule any more.',
    };
  const moved = restoreMovedEntries(frozen, material);
  const about = [...compareRuleVersion(frozen, detector), ...moved.notes];
  const entries = moved.entries.filter(({ importId }) => material.importsThen.has(importId));
  const best = bestAttempt(frozen, { ...material, entries }, { detector, today });
  if (best === null)
    return {
      identical: false,
      differences: [{ what: 'Finding', was: 'found', is: null }, ...about],
      outcome: 'the rule does not find this any more.',
    };
  const identical = best.differences.length === 0;
  return {
    identical,
    differences: [...best.differences, ...best.notes, ...about],
    outcome: identical
      ? 'the rule says what it said.'
      : `${best.differences.length === 1 ? 'one thing is' : `${best.differences.length} things are`} not as they were.`,
  };
}

function bestAttempt(
  frozen: FrozenAlert,
  material: ReplayInput,
  rule: { detector: Detector; today: Omit<DetectionContext, 'policy'> },
): Attempt | null {
  let best: Attempt | null = null;
  for (const attempt of attempts(frozen, material, rule)) {
    if (best === null || attempt.differences.length < best.differences.length) best = attempt;
    if (best.differences.length === 0) return best;
  }
  return best;
}

function* attempts(
  frozen: FrozenAlert,
  material: ReplayInput,
  { detector, today }: { detector: Detector; today: Omit<DetectionContext, 'policy'> },
): Generator<Attempt> {
  const policy = frozenPolicy(frozen);
  const asFrozen = PAST_COMPANY_STATUSES.map((standing) => ({
    companies: companyTableAsFrozen(
      today.companies,
      { evidence: frozen.evidence, entries: material.entries },
      standing,
    ),
    note: [{ what: 'Companies of the pattern', was: standing.words, is: 'as the ledger shows them today' }],
  }));
  const views = [{ companies: today.companies, note: [] }, ...asFrozen];
  for (const look of ledgerStates(material.entries)) {
    const history = prepareMember({ memberKey: material.memberKey, entries: look });
    for (const { companies, note } of views) {
      const findings = detector.detect(history, { ...today, companies, policy });
      const again = sameFinding(frozen, findings);
      if (again === null) continue;
      const hasGrown = material.hasGrown || hasGrownAtOnce(frozen, findings);
      const { differences, notes } = compareReplay(frozen, again, { hasGrown });
      yield { differences, notes: [...notes, ...note] };
    }
  }
}

/** Sensitivity medium leaves parameters as they are: the frozen ones are those that the rule ran with. */
function frozenPolicy({ activityType, evidence }: FrozenAlert): DetectionContext['policy'] {
  const values = evidence.rule.parameters.map(({ name, value }) => [name, value] as const);
  return {
    version: evidence.rule.policyVersion,
    sensitivity: 'medium',
    parameters: { [activityType]: Object.fromEntries(values) },
    switchedOff: {},
  };
}

/** What was in the ledger after each import that brought the member anything, the newest first. */
function* ledgerStates(entries: readonly Entry[]): Generator<readonly Entry[]> {
  const imports = [...new Set(entries.map(({ importId }) => Number(importId)))].toSorted(
    (left, right) => right - left,
  );
  let read = 0;
  for (const newest of imports) {
    const look = entries.filter(({ importId }) => Number(importId) <= newest);
    read += look.length;
    if (read > MAX_ENTRIES_READ && newest !== imports[0]) return;
    yield look;
  }
}

/** The finding with the alert's trigger; or the one that the alert shows from an entry on, as it does after a review. */
function sameFinding(frozen: FrozenAlert, findings: readonly Finding[]): Finding | null {
  const ofTrigger = findings.find(({ triggerEntryId }) => triggerEntryId === frozen.triggerEntryId);
  if (ofTrigger !== undefined) return ofTrigger;
  for (const finding of findings) {
    const trigger = finding.entries.find(({ id }) => id === frozen.triggerEntryId);
    if (trigger !== undefined) return anchoredAt(finding, trigger);
  }
  return null;
}

/** Two findings of one look may be one alert, with the larger amount. */
function hasGrownAtOnce(frozen: FrozenAlert, findings: readonly Finding[]): boolean {
  return findings.some(({ amountCents }) => amountCents === frozen.amountCents);
}

function compareRuleVersion({ evidence }: FrozenAlert, { ruleVersion }: Detector): ReplayDifference[] {
  const then = evidence.rule.ruleVersion;
  return then === ruleVersion
    ? []
    : [{ what: 'Version of the rule', was: String(then), is: String(ruleVersion) }];
}

/** Entries of the pattern that an undo gave to another import are put back into theirs; those that are gone are named. */
function restoreMovedEntries(
  { evidence }: FrozenAlert,
  { entries }: ReplayInput,
): { entries: readonly Entry[]; notes: ReplayDifference[] } {
  const shown = new Map(evidence.entries.map((entry) => [entry.transactionId, entry.source]));
  const notes: ReplayDifference[] = [];
  const now = entries.map((entry) => {
    const source = shown.get(entry.id);
    shown.delete(entry.id);
    if (source === undefined || source.importId === entry.importId) return entry;
    notes.push({
      what: `Import that holds entry ${entry.id}`,
      was: source.importId,
      is: entry.importId,
    });
    return { ...entry, importId: source.importId, line: source.line };
  });
  const gone = [...shown.keys()];
  if (gone.length > 0)
    notes.push({
      what: 'Entries of the pattern that are no longer in the ledger',
      was: gone.join(', '),
      is: null,
    });
  return { entries: now, notes };
}
