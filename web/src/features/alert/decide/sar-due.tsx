import { ClockCircleOutlined } from '@ant-design/icons';
import { epochDay } from '@clearwatch/domain/calendar/day';
import { SAR_DAYS } from '@clearwatch/domain/detection/review-outcomes';
import { Tooltip } from 'antd';
import { todayOf } from '../../../clock/today.ts';
import { useNow } from '../../../clock/use-now.ts';
import { formatDay } from '../../../formats/dates.ts';

const REGULATION = `${SAR_DAYS} calendar days from the alert: the safe default. By rule the ${SAR_DAYS} days start when staff knows or has reason to suspect (12 CFR 748.1(d), 31 CFR 1020.320).`;

/** By when a suspicious activity report is due, and how long that is. @param dueOn ISO day */
export function SarDue({ dueOn }: { dueOn: string }) {
  const days = epochDay(dueOn) - epochDay(todayOf(useNow()));
  return (
    <Tooltip title={REGULATION} getPopupContainer={drawerOf}>
      {/* What a pointer can ask for, a keyboard can too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <p className={days < 0 ? 'sar-due sar-due-late' : 'sar-due'} tabIndex={0}>
        <ClockCircleOutlined aria-hidden /> SAR due {formatDay(dueOn)}:{' '}
        <strong>{remainingWords(days)}</strong>
      </p>
    </Tooltip>
  );
}

/** Within the drawer: outside of every landmark it would be no part of the page to a screen reader. */
function drawerOf(trigger: HTMLElement): HTMLElement {
  return trigger.closest<HTMLElement>('[role="dialog"]') ?? document.body;
}

/** @param days until it is due; negative: since */
function remainingWords(days: number): string {
  if (days === 0) return 'today';
  const count = `${Math.abs(days)} ${Math.abs(days) === 1 ? 'day' : 'days'}`;
  return days > 0 ? `${count} left` : `${count} overdue`;
}
