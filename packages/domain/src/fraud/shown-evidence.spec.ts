import type { EvidenceFigure } from '@clearwatch/contracts/fraud/alert-evidence';
import { shownEvidence, shownFact, shownFigure } from './shown-evidence.ts';

const figure = (change: Partial<EvidenceFigure>): EvidenceFigure => ({
  label: 'Share of it that left',
  value: '0.79',
  comparison: '>=',
  threshold: '0.75',
  unit: 'ratio',
  met: true,
  ...change,
});

describe('evidence that an older version of a rule froze', () => {
  test('shows its shares as percentages, and says of what they are', () => {
    expect(shownFigure(figure({}))).toEqual({
      label: 'Share that had left when the rule was met',
      value: '79',
      comparison: '>=',
      threshold: '75',
      unit: 'percent',
      met: true,
    });
    const fact = { label: 'Share that left', value: '95.0', unit: 'percent' as const };
    expect(shownFact(fact)).toEqual({ ...fact, label: 'Share of all money in that left' });
  });

  test.each([
    'Share that left, the newest 3 credits apart',
    'High risk: share that left within 4 days',
    'Largest difference of a pair, as a share of its credit',
    'Their share of the unexplained credits below the line',
    'Share of all entries of the institution that are dated on weekends',
    'The same, of all accounts that QUICK PAY debited',
  ])('shows "%s" as a percentage', (label) => {
    expect(shownFigure(figure({ label, value: '0.56', threshold: '0.5' }))).toMatchObject({
      label,
      value: '56',
      threshold: '50',
      unit: 'percent',
    });
  });

  test.each(['Amount against the median of the earlier entries', 'Entries against the usual number'])(
    'leaves the ratio "%s" as it is',
    (label) => {
      const ratio = figure({ label, value: '4.02', threshold: '2' });
      expect(shownFigure(ratio)).toBe(ratio);
    },
  );

  test('leaves other figures and facts as they are', () => {
    const evidence = {
      figures: [figure({ label: 'Share that had left', value: '79.2', threshold: '75', unit: 'percent' })],
      facts: [{ label: 'Senders', value: 'NOVA TRADE', unit: 'text' as const }],
    };
    expect(shownEvidence(evidence)).toEqual(evidence);
  });
});
