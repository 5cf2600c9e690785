import type { AlertEvidence } from '@clearwatch/contracts/alerts';
import type { UnusualActivityDetail } from '@clearwatch/contracts/alerts.dto';
import { useMemo } from 'react';
import { wholeEvidence } from './whole-evidence.ts';

/** The same object as long as the evidence is the same: the chart is not drawn anew when somebody takes the alert on. */
export function useWholeEvidence(activity: UnusualActivityDetail): AlertEvidence {
  const { evidence, activityType, activityDate, transactionId } = activity;
  return useMemo(
    () => wholeEvidence({ evidence, activityType, activityDate, transactionId }),
    [evidence, activityType, activityDate, transactionId],
  );
}
