import { DatePicker } from 'antd';
import english from 'antd/es/date-picker/locale/en_US';
import dayjs, { type Dayjs } from 'dayjs';
import { useId, useMemo } from 'react';
import { mainGround } from '../../../dialogs/main-ground.ts';
import { daysProblem } from './draft.ts';
import { FILTER_LABELS } from './filter-labels.ts';
import type { FilterState } from './filter-state.ts';

const ISO = 'YYYY-MM-DD';

/** Shown first, and how a day may be typed as well. */
const FORMATS = ['MMM D, YYYY', ISO, 'M/D/YYYY', 'MMM D YYYY'];

/** The month and year above the days are buttons that say what they show: that is their name. */
const LOCALE = { ...english, lang: { ...english.lang, monthSelect: '', yearSelect: '' } };

type Ends = [Dayjs | null, Dayjs | null];

interface DateRangeFieldProps {
  draft: FilterState;
  onType: (part: Partial<FilterState>) => void;
}

/** Days from and to, both included, picked from two months side by side or typed. Counts only with both ends. */
export function DateRangeField({ draft, onType }: DateRangeFieldProps) {
  const id = useId();
  const problem = daysProblem(draft);
  const { from, to } = draft;
  // Handed a new one with every drawing, the picker would let go of what is being picked.
  const value = useMemo<Ends>(() => [dayOf(from), dayOf(to)], [from, to]);
  const take = (days: Ends | null): void => onType({ from: isoOf(days?.[0]), to: isoOf(days?.[1]) });
  return (
    <fieldset className="report-field">
      <legend>{FILTER_LABELS.dateRange}</legend>
      <DatePicker.RangePicker
        id={{ start: `${id}from`, end: `${id}to` }}
        aria-label="Days"
        classNames={{ popup: { root: 'report-calendar' } }}
        locale={LOCALE}
        suffixIcon={null}
        format={FORMATS}
        placeholder={['First day', 'Last day']}
        getPopupContainer={mainGround}
        presets={presetsOn(dayjs())}
        allowEmpty={[true, true]}
        {...(problem !== null && { status: 'warning' as const })}
        value={value}
        onChange={take}
        // Half of a range too: what is seen in the field is what the panel holds.
        onCalendarChange={take}
      />
      {problem !== null && <output className="report-field-problem">{problem}</output>}
    </fieldset>
  );
}

function dayOf(iso: string): Dayjs | null {
  return iso === '' ? null : dayjs(iso);
}

function isoOf(day: Dayjs | null | undefined): string {
  return day?.format(ISO) ?? '';
}

function presetsOn(today: Dayjs): { label: string; value: [Dayjs, Dayjs] }[] {
  const lastMonth = today.subtract(1, 'month');
  return [
    { label: 'Last 7 days', value: [today.subtract(6, 'day'), today] },
    { label: 'Last 30 days', value: [today.subtract(29, 'day'), today] },
    { label: 'Last 90 days', value: [today.subtract(89, 'day'), today] },
    { label: 'This month', value: [today.startOf('month'), today] },
    { label: 'Last month', value: [lastMonth.startOf('month'), lastMonth.endOf('month')] },
    { label: 'This year', value: [today.startOf('year'), today] },
  ];
}
