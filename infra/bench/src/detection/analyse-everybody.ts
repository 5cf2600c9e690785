import { setTimeout as pause } from 'node:timers/promises';
import type { Site } from '../import-lines.ts';
import { forgetPeak, peakMegabytes } from '../process-memory.ts';

const LOOK_EVERY_MS = 100;

export interface Analysis {
  milliseconds: number;
  alertsGenerated: number;
  /** Of analytics while it worked on this. */
  peakMegabytes: number | null;
}

/** Asks for an analysis of everybody and waits for its end, as the screen does. */
export async function analyseEverybody({ installation, admin }: Site): Promise<Analysis> {
  const pid = installation.stack.pidOf('analytics');
  forgetPeak(pid);
  const started = performance.now();
  // Answered 202 when it takes longer than a request may.
  const asked = await admin.call('POST', '/api/analytics/detect-fraud', { analyzeAllData: true });
  if (asked.status !== 200 && asked.status !== 202)
    throw new Error(`the analysis answered ${asked.status}: ${asked.text}`);
  for (;;) {
    const { state, alertsGenerated } = (
      await admin.expect(200, 'GET', '/api/analytics/full-analysis')
    ).json() as {
      state: string;
      alertsGenerated: number;
    };
    if (state === 'finished') {
      const milliseconds = performance.now() - started;
      return { milliseconds, alertsGenerated, peakMegabytes: peakMegabytes(pid) };
    }
    await pause(LOOK_EVERY_MS);
  }
}
