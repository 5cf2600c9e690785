import * as fc from 'fast-check';
import { addDays, addMonths } from './calendar/day.ts';
import { periodEndingAt } from './calendar/period.ts';
import { DAYS_PER_YEAR, monthlyAverage } from './members/income-and-bills.ts';
import {
  activityBand,
  debtRatioBand,
  incomeBand,
  isActiveThisYear,
  type MemberAlertRisk,
  memberRiskLevel,
} from './members/member-bands.ts';
import { compareWithUsual, peerPercentile, USUAL_COMPARED_DAYS, usualMonth } from './members/member-baseline.ts';
import { type DefinedMetric, METRIC_DEFINITIONS } from './metric-definitions.ts';
import { numberAfter } from './testing/number-after.ts';

const AS_OF = '2026-06-30';
const daysAgo = (days: number) => addDays(AS_OF, -days);
const numberIn = (figure: DefinedMetric, words: string) => numberAfter(METRIC_DEFINITIONS[figure].formula, words);
const anAlert = (days: number, alert: Partial<MemberAlertRisk> = {}): MemberAlertRisk => ({
  activityType: 'structuring',
  riskLevel: 'high',
  activityDate: daysAgo(days),
  reviewed: false,
  reviewOutcome: null,
  ...alert,
});
const levelOf = (...alerts: MemberAlertRisk[]) => memberRiskLevel(alerts, AS_OF);

/** Each test takes the numbers from the text and checks that results change at exactly these numbers. */
describe('member figure definitions', () => {
  it.each(['monthlyIncome', 'monthlyBills'] as const)('the definition of %s states how it is averaged', (figure) => {
    const months = numberIn(figure, 'months = days x');
    const daysPerYear = numberIn(figure, `x ${months} /`);
    const least = numberIn(figure, `of the last ${daysPerYear} days that the ledger covers, at least`);
    fc.assert(
      fc.property(fc.nat(1e9), fc.integer({ min: 1, max: daysPerYear }), (cents, days) => {
        const expected = (cents * daysPerYear) / (Math.max(days, least) * months);
        expect(Math.abs(monthlyAverage(cents, days) - expected)).toBeLessThanOrEqual(0.5);
      }),
    );
  });

  it('the definition of monthly income states where the income bands begin', () => {
    const medium = 100 * numberIn('monthlyIncome', 'medium from');
    const high = 100 * numberIn('monthlyIncome', 'high from');
    expect(100 * numberIn('monthlyIncome', 'Low under')).toBe(medium);
    const bands = [medium - 1, medium, high - 1, high].map(incomeBand);
    expect(bands).toEqual(['low', 'medium', 'medium', 'high']);
  });

  it('the definition of the income-to-debt ratio states where its colors change [spec 5.23]', () => {
    const yellow = numberIn('incomeToDebtRatio', 'yellow above');
    const red = numberIn('incomeToDebtRatio', 'Red above');
    const bands = [yellow, yellow + 0.1, red, red + 0.1].map(debtRatioBand);
    expect(bands).toEqual(['green', 'yellow', 'yellow', 'red']);
  });

  it('the activity definitions state how long activity counts as recent, moderate and this year [spec 5.19]', () => {
    const recent = numberIn('lastActivity', 'Recent: up to');
    const moderate = numberIn('lastActivity', 'Moderate: up to');
    const edges = [recent, recent + 1, moderate, moderate + 1];
    const bands = edges.map((days) => activityBand(daysAgo(days), AS_OF));
    expect(bands).toEqual(['recent', 'moderate', 'moderate', 'old']);
    const year = numberIn('activeThisYear', 'at most');
    expect(isActiveThisYear(daysAgo(year), AS_OF)).toBe(true);
    expect(isActiveThisYear(daysAgo(year + 1), AS_OF)).toBe(false);
  });

  it('the definition of a member’s risk states how long alerts raise it', () => {
    const open = numberIn('memberRiskLevel', 'an unreviewed high alert from the last');
    expect(levelOf(anAlert(open))).toBe('high');
    expect(levelOf(anAlert(open + 1))).toBe('medium');
    const confirmed = { reviewed: true, reviewOutcome: 'suspicious' } as const;
    const days = numberIn('memberRiskLevel', 'or a high alert from the last');
    expect(levelOf(anAlert(days, confirmed))).toBe('medium');
    expect(levelOf(anAlert(days + 1, confirmed))).toBe('low');
  });

  it('the definition of a member’s risk states in how many categories medium alerts count as a high one', () => {
    const categories = numberIn('memberRiskLevel', 'unreviewed medium alerts in at least');
    const types = ['structuring', 'velocity_anomaly', 'mule_activity', 'dormant_reactivation', 'bec_pattern'];
    const mediums = types.map((activityType) => anAlert(1, { riskLevel: 'medium', activityType }));
    expect(levelOf(...mediums.slice(0, categories))).toBe('high');
    expect(levelOf(...mediums.slice(0, categories - 1))).toBe('medium');
  });

  it('the definition of a member’s normal states how many months form it and how much difference is usual', () => {
    const least = numberIn('ownNormal', 'at least');
    const most = numberIn('ownNormal', 'Median of the last');
    const about = numberIn('ownNormal', 'Within');
    const normalAfter = (months: number) =>
      usualMonth({ months: [], firstDay: `${addMonths('2026-07', -months)}-01`, asOf: AS_OF })?.months;
    expect([least - 1, least, most, most + 5].map(normalAfter)).toEqual([undefined, least, most, most]);
    expect(compareWithUsual(100 + about, 100).verdict).toBe('about');
    expect(compareWithUsual(101 + about, 100).verdict).toBe('above');
  });

  it.each(['memberCredits', 'memberDebits', 'memberTransactions'] as const)(
    'the definition of %s states its period',
    (figure) => {
      const { firstDay } = periodEndingAt({ asOf: AS_OF, days: numberIn(figure, 'over the') });
      expect(firstDay).toBe(daysAgo(DAYS_PER_YEAR - 1));
    },
  );

  it('the member definitions state how many days are compared with the usual month', () => {
    expect(numberIn('lately', 'in the')).toBe(USUAL_COMPARED_DAYS);
    expect(METRIC_DEFINITIONS.lately.label).toBe(`Last ${numberIn('ownNormal', 'way, the last')} Days`);
  });

  it('the definition of peer standing states how many members a peer group needs', () => {
    const least = numberIn('peerStanding', 'at least');
    expect(peerPercentile({ below: 0, equal: 1, total: least })).not.toBeNull();
    expect(peerPercentile({ below: 0, equal: 1, total: least - 1 })).toBeNull();
  });
});
