import { type Day, epochDay } from '@clearwatch/domain/calendar/day';
import { sarDueDay } from '@clearwatch/domain/detection/review-outcomes';
import type { Colleague, Fact } from './fact.ts';

/** An alert that was found suspicious or was escalated. */
export interface ReportableAlert {
  id: number;
  detectedOn: Day;
  /** Who decided it, and who works on it: whose case it is. */
  owners: readonly number[];
}

/**
 * Clocks that run out: told to each owner once when so many days are left as he has said, and once on the day itself. Whoever
 * is told late, because he was switched on late, is told what is left then.
 */
export function sarFacts(
  alerts: readonly ReportableAlert[],
  { staff, today }: { staff: readonly Colleague[]; today: Day },
): Fact[] {
  return alerts.flatMap(({ id, detectedOn, owners }) => {
    const dueOn = sarDueDay({ outcome: 'suspicious', detectedOn });
    if (dueOn === null) return [];
    const daysLeft = epochDay(dueOn) - epochDay(today);
    if (daysLeft < 0) return [];
    return staff
      .filter(({ userId }) => owners.includes(userId))
      .filter(({ settings }) => settings.sarDue && daysLeft <= settings.sarDaysLeft)
      .map(({ userId }) => clockFact({ id, userId, dueOn, isDue: daysLeft === 0 }));
  });
}

function clockFact({
  id,
  userId,
  dueOn,
  isDue,
}: {
  id: number;
  userId: number;
  dueOn: Day;
  isDue: boolean;
}): Fact {
  const outcome = isDue ? 'due' : 'ahead';
  return {
    source: 'sar_due',
    subject: `${id}-${userId}-${outcome}`,
    onlyFor: userId,
    exceptFor: null,
    tells: { subjectId: id, count: 1, label: null, actor: null, day: dueOn, outcome },
  };
}
