import * as fc from 'fast-check';
import { dayFromEpoch } from '../calendar/day.ts';
import { formatCents } from '../money/cents.ts';
import { EntryWindow } from './entry-windows.ts';
import { aHistory } from './testing/history-builder.ts';

test('an entry window returns its entry count, total and number of distinct days', () => {
  const entry = fc.record({ day: fc.nat(30), cents: fc.integer({ min: 1, max: 500 }) });
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 30 }), fc.integer({ min: 1, max: 9 }), (windowEntries, days) => {
      const history = aHistory();
      for (const { day, cents } of windowEntries) history.credit(formatCents(cents)).on(dayFromEpoch(20_000 + day));
      const entries = history.build().accounts[0]?.entries ?? [];
      const window = new EntryWindow(days, ({ entry }) => entry.epochDay);
      entries.forEach((added, index) => {
        window.add(added, index);
        const firstDay = added.entry.epochDay - days + 1;
        const inside = entries.slice(0, index + 1).filter((candidate) => candidate.entry.epochDay >= firstDay);
        expect(window.count).toBe(inside.length);
        expect(window.sumCents).toBe(inside.reduce((sum, { entry: { amountCents } }) => sum + amountCents, 0));
        expect(window.distinct).toBe(new Set(inside.map(({ entry: { day } }) => day)).size);
        expect(window.firstIndex).toBe(index + 1 - inside.length);
      });
    }),
  );
});
