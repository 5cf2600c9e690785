import type { EvidenceFigure } from '@clearwatch/contracts/fraud/alert-evidence';
import type { Cents } from '../../money/cents.ts';
import { formatDollars } from '../../money/format-dollars.ts';
import { type Behaviour, BehaviourCollector } from '../behaviours.ts';
import { countFigure } from '../figure.ts';
import { days, fixedCount } from '../parameter.ts';
import type { AccountHistory } from './account-history.ts';
import { throughFacts } from './money-through-evidence.ts';
import type { PreparedEntry } from './prepared-entry.ts';
import type { RuleStatement } from './rule-statement.ts';
import { BenefitWindow, unemploymentBenefits } from './unemployment.ts';

/** When unemployment benefits look collected for others. */
export const BENEFIT_PARAMETERS = [
  days('benefitDays', { default: 60, min: 14, max: 180, meaning: 'days of unemployment benefits' }),
  fixedCount('benefitStates', { default: 2, min: 2, max: 10, meaning: 'states whose benefits come' }),
  fixedCount('benefitPersons', {
    default: 2,
    min: 2,
    max: 10,
    meaning: 'unrelated persons for whom they come',
  }),
] as const;

const MOST_NAMES_TOLD = 5;

type Parameters = Record<(typeof BENEFIT_PARAMETERS)[number]['name'] | 'coolDays', number>;

export interface BenefitCollection {
  kind: 'benefits';
  /** Sum of the window's benefits, in cents. */
  strength: Cents;
  states: readonly string[];
  /** Those who have nothing to do with each other; empty when there are no two. */
  persons: readonly string[];
}

/**
 * Unemployment benefits of several states, or for several unrelated persons, in one account.
 *
 * @param comparableFrom first day on which the ledger knows who belongs to an account; states are told apart before
 */
export function benefitCollections(
  account: AccountHistory,
  { parameters, comparableFrom }: { parameters: Parameters; comparableFrom: number },
): Behaviour<BenefitCollection>[] {
  const benefits = unemploymentBenefits(account);
  if (benefits.length < 2) return [];
  const window = new BenefitWindow(account, benefits, parameters.benefitDays);
  const collector = new BehaviourCollector<BenefitCollection>(benefits, parameters.coolDays);
  benefits.forEach(({ entry }, at) => {
    window.moveTo(at);
    const { states, sumCents: strength } = window;
    const persons = entry.epochDay < comparableFrom ? [] : window.unrelatedNames;
    if (states.length < parameters.benefitStates && persons.length < parameters.benefitPersons) return;
    collector.complete({ from: window.from, at, detail: { kind: 'benefits', strength, states, persons } });
  });
  return collector.behaviours();
}

/**
 * What the rule says about such a collection.
 *
 * @param gone what went where it cannot be fetched back since the first of the benefits
 */
export function benefitStatement(
  { states, persons }: BenefitCollection,
  {
    entries,
    gone,
    parameters,
  }: { entries: readonly PreparedEntry[]; gone: readonly PreparedEntry[]; parameters: Parameters },
): RuleStatement {
  const benefits = entries.filter(({ purpose }) => purpose === 'unemployment');
  const totalCents = benefits.reduce((sum, { entry }) => sum + entry.amountCents, 0);
  const whose =
    states.length >= parameters.benefitStates ? [`of ${states.length} states (${states.join(', ')})`] : [];
  const forWhom =
    persons.length >= parameters.benefitPersons ? [`for ${persons.join(' and ')}, who share no name`] : [];
  return {
    percentageChange: null,
    description:
      `${benefits.length} unemployment benefits ${[...whose, ...forWhom].join(' ')}, ${formatDollars(totalCents)} in all ` +
      `from ${benefits[0]?.entry.day} to ${benefits.at(-1)?.entry.day}. Possible collecting of benefits for others.`,
    figures: figuresOf({ states, persons }, parameters),
    baseline: null,
    wouldBeSilent: wouldBeSilent({ states, persons }, parameters),
    facts: [
      ...throughFacts([...benefits, ...gone]),
      { label: 'States', value: states.join(', '), unit: 'text' },
      { label: 'Receivers', value: namesOf(benefits).join(', ') || 'none named', unit: 'text' },
    ],
  };
}

type Collectors = Pick<BenefitCollection, 'states' | 'persons'>;

function figuresOf(
  { states, persons }: Collectors,
  { benefitDays, benefitStates, benefitPersons }: Parameters,
) {
  const figures: EvidenceFigure[] = [];
  if (states.length >= benefitStates) {
    const label = `States whose benefits came within ${benefitDays} days`;
    figures.push(countFigure({ label, value: states.length, threshold: benefitStates }));
  }
  if (persons.length >= benefitPersons) {
    const label = `Unrelated persons for whom benefits came within ${benefitDays} days`;
    figures.push(countFigure({ label, value: persons.length, threshold: benefitPersons }));
  }
  return figures;
}

function wouldBeSilent(
  { states, persons }: Collectors,
  { benefitDays, benefitStates, benefitPersons }: Parameters,
) {
  const sentences: string[] = [];
  if (states.length >= benefitStates) {
    const fewer = benefitStates - 1;
    sentences.push(
      `With benefits of ${fewer} ${fewer === 1 ? 'state' : 'states'} within ${benefitDays} days.`,
    );
  }
  if (persons.length >= benefitPersons) {
    sentences.push(
      'With benefits only in names that the account had carried for three weeks before the first of them.',
    );
  }
  // Both together fire as either does.
  return sentences.length === 1 ? sentences : [`${sentences.join(' ')} Both are needed.`];
}

function namesOf(benefits: readonly PreparedEntry[]): string[] {
  return [...new Set(benefits.flatMap(({ entry }) => entry.receiverName ?? []))].slice(0, MOST_NAMES_TOLD);
}
