import type { ReplayDifference } from '@clearwatch/contracts/http/alert-replay';
import { anchoredAt } from '../cooling.ts';
import { detectorOf } from '../detectors/detector-of.ts';
import type { Entry } from '../entry.ts';
import type { DetectionContext, Detector, Finding } from '../frame.ts';
import { prepareMember } from '../preparation/prepare-member.ts';
import { companiesAsFrozen, type Standing } from './companies-as-frozen.ts';
import { compareReplay } from './compare-replay.ts';
import type { FrozenAlert } from './frozen-alert.ts';

export interface ReplayMaterial {
  memberKey: string | null;
  /** All entries of the member that the ledger holds now. */
  entries: readonly Entry[];
  /** The imports whose entries were there when the alert was frozen. */
  importsThen: ReadonlySet<string>;
  /** Whether the alert's amount was raised afterwards. */
  hasGrown: boolean;
}

export interface Replayed {
  identical: boolean;
  /** What the rule computes otherwise first, what has another reason last. */
  differences: ReplayDifference[];
  /** How the rule came out, to be put behind what was done. */
  outcome: string;
}

/** Beyond so many entries read in all looks together no further one is tried: seconds of work. */
const MOST_ENTRIES_READ = 2_000_000;
/** Companies become known, hardly ever the other way round, and a spray is one when it comes. */
const STANDINGS_THEN: readonly (Standing & { words: string })[] = [
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
  material: ReplayMaterial,
  today: Omit<DetectionContext, 'policy'>,
): Replayed {
  const detector = detectorOf(frozen.activityType);
  if (detector === null)
    return {
      identical: false,
      differences: [{ what: 'Rule', was: `version ${frozen.evidence.rule.ruleVersion}`, is: null }],
      outcome: 'this program has no such rule any more.',
    };
  const moved = movedEntries(frozen, material);
  const about = [...versionOf(frozen, detector), ...moved.notes];
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
  material: ReplayMaterial,
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
  material: ReplayMaterial,
  { detector, today }: { detector: Detector; today: Omit<DetectionContext, 'policy'> },
): Generator<Attempt> {
  const policy = policyOf(frozen);
  const asFrozen = STANDINGS_THEN.map((standing) => ({
    companies: companiesAsFrozen(
      today.companies,
      { evidence: frozen.evidence, entries: material.entries },
      standing,
    ),
    note: [{ what: 'Companies of the pattern', was: standing.words, is: 'as the ledger shows them today' }],
  }));
  const views = [{ companies: today.companies, note: [] }, ...asFrozen];
  for (const look of looksAt(material.entries)) {
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
function policyOf({ activityType, evidence }: FrozenAlert): DetectionContext['policy'] {
  const values = evidence.rule.parameters.map(({ name, value }) => [name, value] as const);
  return {
    version: evidence.rule.policyVersion,
    sensitivity: 'medium',
    parameters: { [activityType]: Object.fromEntries(values) },
    switchedOff: {},
  };
}

/** What was in the ledger after each import that brought the member anything, the newest first. */
function* looksAt(entries: readonly Entry[]): Generator<readonly Entry[]> {
  const imports = [...new Set(entries.map(({ importId }) => Number(importId)))].toSorted(
    (left, right) => right - left,
  );
  let read = 0;
  for (const newest of imports) {
    const look = entries.filter(({ importId }) => Number(importId) <= newest);
    read += look.length;
    if (read > MOST_ENTRIES_READ && newest !== imports[0]) return;
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

function versionOf({ evidence }: FrozenAlert, { ruleVersion }: Detector): ReplayDifference[] {
  const then = evidence.rule.ruleVersion;
  return then === ruleVersion
    ? []
    : [{ what: 'Version of the rule', was: String(then), is: String(ruleVersion) }];
}

/** Entries of the pattern that an undo gave to another import are put back into theirs; those that are gone are named. */
function movedEntries(
  { evidence }: FrozenAlert,
  { entries }: ReplayMaterial,
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
