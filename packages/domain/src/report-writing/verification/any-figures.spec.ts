import type { Fact, FactValue } from '@clearwatch/contracts/ai-reports';
import * as fc from 'fast-check';
import { formatFact, formatNumber } from '../format-fact.ts';
import { FactIndex } from './fact-index.ts';
import { verifyText } from './verify-report.ts';

const LABELS = ['Total credits', 'Open alerts', 'Members with debits', 'Largest return', 'Change of volume'];
const cents = fc.integer({ min: -2_000_000_000_00, max: 2_000_000_000_00 });
const anyDay = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2050-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const anyValue: fc.Arbitrary<FactValue> = fc.oneof(
  fc.oneof(cents, fc.integer({ min: -500, max: 50_000 })).map((amount) => ({ kind: 'money' as const, cents: amount })),
  fc.integer({ min: -100, max: 30_000_000 }).map((count) => ({ kind: 'count' as const, count })),
  fc
    .double({ min: -30, max: 30, noNaN: true, noDefaultInfinity: true })
    .map((share) => ({ kind: 'share' as const, share })),
  fc.record({
    kind: fc.constant('number' as const),
    number: fc.double({ min: -1e6, max: 1e6, noNaN: true, noDefaultInfinity: true }),
    digits: fc.integer({ min: 0, max: 4 }),
  }),
  anyDay.map((day) => ({ kind: 'day' as const, day })),
  anyDay.map((day) => ({ kind: 'month' as const, month: day.slice(0, 7) })),
);
const anyFacts: fc.Arbitrary<Fact[]> = fc
  .array(fc.tuple(anyValue, fc.constantFrom(...LABELS)), { minLength: 1, maxLength: 30 })
  .map((list) => list.map(([value, label], index) => ({ id: `F${index + 1}`, label, value, source: 'random' })));

const ground = (text: string, facts: readonly Fact[]) =>
  verifyText([{ text }], { facts: new FactIndex(facts), isKnownWord: null });

test('the figure check binds every fact in report format to a fact with an equal value', () => {
  fc.assert(
    fc.property(anyFacts, fc.nat(), (facts, pick) => {
      const fact = facts.at(pick % facts.length)!;
      const sourceText = formatFact(fact.value);
      const { spans, unbound } = ground(`${fact.label}: ${sourceText}.`, facts);
      expect(unbound).toEqual([]);
      const bound = spans.find(({ text }) => text === sourceText);
      const value = facts.find(({ id }) => id === bound?.fact)?.value;
      expect(exactly(value)).toEqual(exactly(fact.value));
    }),
  );
});

/** The value that two facts must share for one text to state both. Shares and numbers are rounded in text. */
function exactly(value: FactValue | undefined): unknown {
  if (value?.kind === 'share') return 'a share';
  return value?.kind === 'number' || value?.kind === 'count' ? 'a number' : value;
}

/** A written figure, its exact size, and the size of one unit in its last place. */
const anyWritten = fc
  .record({
    kind: fc.constantFrom('money', 'count', 'share'),
    size: fc.oneof(fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: 0, max: 2_000_000_000 })),
    digits: fc.integer({ min: 0, max: 3 }),
    scale: fc.constantFrom({ word: '', by: 1 }, { word: ' million', by: 1e6 }, { word: ' thousand', by: 1e3 }),
  })
  .map(({ kind, size, digits, scale }) => {
    const number = size / 10 ** digits;
    const text = formatNumber(number, digits);
    if (kind === 'share') return { kind, text: `${text} %`, size: number, step: 10 ** -digits };
    return {
      kind,
      text: `${kind === 'money' ? '$' : ''}${text}${scale.word}`,
      size: number * scale.by,
      step: 10 ** -digits * scale.by,
    };
  });

/** Brute force: whether any fact of that kind is within half a unit of the figure's last place. */
function someFactHas(sourceText: { kind: string; size: number; step: number }, facts: readonly Fact[]): boolean {
  return facts.some(({ value }) => {
    const size = sizeOf(value, sourceText.kind);
    if (size === null) return false;
    return (
      Math.abs(Math.abs(size) - sourceText.size) <= sourceText.step / 2 + 1e-6 * Math.max(1, sourceText.size * 1e-6)
    );
  });
}

function sizeOf(value: FactValue, kind: string): number | null {
  if (value.kind === 'money') return kind === 'money' ? value.cents / 100 : null;
  if (value.kind === 'share') return kind === 'share' ? value.share * 100 : null;
  if (kind !== 'count') return null;
  if (value.kind === 'count') return value.count;
  return value.kind === 'number' ? value.number : null;
}

test('the figure check never binds a figure without a fact, in any context', () => {
  fc.assert(
    fc.property(anyFacts, anyWritten, fc.constantFrom(...LABELS), (facts, sourceText, label) => {
      fc.pre(!someFactHas(sourceText, facts));
      const { spans, unbound } = ground(`${label} came to ${sourceText.text} in all`, facts);
      expect(spans.filter(({ fact }) => fact !== undefined)).toEqual([]);
      expect(unbound.length).toBeGreaterThan(0);
    }),
    { numRuns: 500 },
  );
});

test('the figure check never binds a figure with a reference to an unequal fact', () => {
  fc.assert(
    fc.property(anyFacts, anyWritten, fc.nat(), (facts, sourceText, pick) => {
      const fact = facts.at(pick % facts.length)!;
      fc.pre(!someFactHas(sourceText, [fact]));
      const { spans } = ground(`${fact.label} came to ${sourceText.text} [${fact.id}] in all`, facts);
      expect(spans.find(({ text }) => text.includes(sourceText.text))?.fact).not.toBe(fact.id);
    }),
    { numRuns: 300 },
  );
});

test('the figure check accepts any text without throwing and leaves text without references unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), anyFacts, (text, facts) => {
      fc.pre(!/\uFFFC|[[(【]/.test(text));
      expect(
        ground(text, facts)
          .spans.map((span) => span.text)
          .join(''),
      ).toBe(text);
    }),
  );
});

test('the figure check binds or marks every digit that needs a fact', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...'0 1 2 3 4 5 6 7 8 9 . , $ % - _ x k K R m M / ( ) F : a b'.split(' ')), {
        maxLength: 30,
      }),
      (letters) => {
        const text = `n ${letters.join('').replaceAll('_', ' ')}`;
        const plain = ground(text, [])
          .spans.filter(({ unbound }) => unbound !== true)
          .map((span) => span.text)
          .join('');
        // References to nonexistent facts are marked too. The generated texts contain no rule citations or
        // list numbers.
        expect(plain.replaceAll('24/7', '')).not.toMatch(/\d/);
      },
    ),
    { numRuns: 1_000 },
  );
});

test('the figure check works with any ledger name, even one that looks like a figure', () => {
  const anyName = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(fc.array(anyName, { minLength: 1, maxLength: 8 }), anyWritten, (names, sourceText) => {
      const facts = [...names, sourceText.text].map(
        (name, index): Fact => ({
          id: `F${index + 1}`,
          label: 'Company',
          value: { kind: 'name', name, of: 'company' },
          source: 'random',
        }),
      );
      const { unbound } = ground(`Paid by ${names.join(' and ')}: ${sourceText.text} in all.`, facts);
      expect(unbound.map(({ text }) => text)).toContain(sourceText.text);
    }),
  );
});
