import { DatePicker } from 'antd';
import english from 'antd/es/date-picker/locale/en_US';
import dayjs, { type Dayjs } from 'dayjs';
import { useId } from 'react';
import { mainGround } from '../../../dialogs/main-ground.ts';
import { FILTER_LABELS } from './filter-labels.ts';
import type { FilterState } from './filter-state.ts';

const ISO = 'YYYY-MM-DD';

/** Shown first, and how a day may be typed as well. */
const FORMATS = ['MMM D, YYYY', ISO, 'M/D/YYYY', 'MMM D YYYY'];

/** The month and year above the days are buttons that say what they show: that is their name. */
const LOCALE = { ...english, lang: { ...english.lang, monthSelect: '', yearSelect: '' } };

interface DateRangeFieldProps {
  draft: Pick<FilterState, 'from' | 'to'>;
  onType: (part: Partial<FilterState>) => void;
}

/** Days from and to, both included, picked from two months side by side or typed. Counts only with both ends. */
export function DateRangeField({ draft, onType }: DateRangeFieldProps) {
  const id = useId();
  const isSet = draft.from !== '' && draft.to !== '';
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
        value={isSet ? [dayjs(draft.from), dayjs(draft.to)] : null}
        onChange={(days) => onType({ from: isoOf(days?.[0]), to: isoOf(days?.[1]) })}
      />
    </fieldset>
  );
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
