import type { MemberComparison } from '@clearwatch/contracts/members.dto';
import { parseCents } from '@clearwatch/domain/money/cents';

/** Columns of `analytics.member_figures` by which members are compared. */
export const PEER_FIGURES = [
  'credits',
  'debits',
  'transactions',
] as const satisfies readonly MemberComparison['what'][];

/** First digits by which figures are told apart: a step is a hundredth wide at most. Those of dollars are those of cents. */
export const PEER_STEP_DIGITS = 3;

/** Whether everybody in the step of a figure, money or a number, has that figure: with so few digits they are all of it. */
export function isStepOfOne(figure: string | number): boolean {
  return (typeof figure === 'number' ? figure : parseCents(figure)) < 10 ** PEER_STEP_DIGITS;
}
