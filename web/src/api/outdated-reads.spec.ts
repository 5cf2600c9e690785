import { jest } from '@jest/globals';
import type { QueryKey } from '@tanstack/react-query';
import { OutdatedReads } from './outdated-reads.ts';

describe('what events make out of date', () => {
  let readings: QueryKey[][];
  let outdated: OutdatedReads;

  beforeEach(() => {
    jest.useFakeTimers();
    readings = [];
    outdated = new OutdatedReads((keys) => readings.push(keys));
  });

  afterEach(() => jest.useRealTimers());

  it('is read again once for all that happened within a moment', () => {
    for (let alerts = 0; alerts < 40; alerts += 1)
      outdated.add([['/api/unusual-activities'], ['/api/members']]);
    outdated.add([['/api/imports']]);
    expect(readings).toEqual([]);
    jest.advanceTimersByTime(2_000);
    expect(readings).toEqual([[['/api/unusual-activities'], ['/api/members'], ['/api/imports']]]);
  });

  it('is read again within two seconds however long events go on', () => {
    for (let tenth = 0; tenth < 100; tenth += 1) {
      outdated.add([['/api/unusual-activities']]);
      jest.advanceTimersByTime(100);
    }
    expect(readings.length).toBeGreaterThanOrEqual(5);
    expect(readings.length).toBeLessThanOrEqual(50);
  });

  it('is read at another moment in each of fifty browsers', () => {
    const at: number[] = [];
    const begun = Date.now();
    for (let browser = 0; browser < 50; browser += 1) {
      new OutdatedReads(() => at.push(Date.now() - begun)).add([['/api/members']]);
    }
    for (let step = 0; step < 200; step += 1) jest.advanceTimersByTime(10);
    expect(at).toHaveLength(50);
    expect(Math.max(...at)).toBeLessThanOrEqual(1_710);
    const busiest = Math.max(
      ...[0, 1, 2, 3].map((part) => at.filter((ms) => Math.floor(ms / 500) === part).length),
    );
    expect(busiest).toBeLessThan(40);
  });

  it('is not read for a screen that is gone', () => {
    outdated.add([['/api/members']]);
    outdated.stop();
    jest.advanceTimersByTime(5_000);
    expect(readings).toEqual([]);
  });
});
